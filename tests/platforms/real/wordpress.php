<?php
// WordPress set up and filled without a browser, by its own functions.
//
//     php wordpress.php FOLDER install
//     php wordpress.php FOLDER fill < blog.json     prints what WordPress shows of each post: url, title, day
//     php wordpress.php FOLDER links < blog.json    addresses without pretty permalinks; prints the same
//
// blog.json: {"posts": [{slug, title, body, moment, tags, status}], "pages": [title]}. A title is markup.

[, $folder, $act] = $argv;
if ($act === 'install') {
    define('WP_INSTALLING', true);
}
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

if ($act === 'install') {
    wp_install('The Engine Room', 'ann', 'ann@example.org', true, '', wp_generate_password());
    exit;
}
wp_set_current_user(1);
$blog = json_decode(stream_get_contents(STDIN), true);
if ($act === 'fill') {
    update_option('timezone_string', 'Europe/Berlin');
    $wp_rewrite->set_permalink_structure('/%year%/%monthnum%/%postname%/');
    $wp_rewrite->flush_rules();
    wp_delete_post(1, true); // "Hello world!"
    foreach ($blog['posts'] as $post) {
        add($post + ['type' => 'post']);
    }
    foreach ($blog['pages'] as $title) {
        add(['type' => 'page', 'title' => $title, 'slug' => strtolower($title), 'body' => 'About this place.',
            'moment' => '2015-05-05 12:00:00', 'tags' => [], 'status' => 'publish']);
    }
} else {
    $wp_rewrite->set_permalink_structure('');
    $wp_rewrite->flush_rules();
}
$shown = [];
foreach (get_posts(['numberposts' => -1, 'post_status' => 'publish']) as $post) {
    $title = html_entity_decode(get_the_title($post), ENT_QUOTES | ENT_HTML5);
    $shown[] = ['url' => get_permalink($post), 'title' => $title, 'day' => get_the_date('Y-m-d', $post)];
}
echo json_encode($shown);

function add(array $post): void
{
    $id = wp_insert_post(wp_slash([
        'post_type' => $post['type'], 'post_title' => $post['title'], 'post_name' => $post['slug'],
        'post_content' => $post['body'], 'post_date' => $post['moment'], 'post_status' => $post['status'],
        'tags_input' => $post['tags'], 'post_author' => 1,
    ]), true);
    if (is_wp_error($id)) {
        throw new RuntimeException($id->get_error_message());
    }
    if ($post['type'] === 'post' && $id % 5 === 0) {
        wp_insert_comment(['comment_post_ID' => $id, 'comment_author' => 'Bob', 'comment_content' => 'So do I.']);
    }
}

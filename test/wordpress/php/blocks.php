<?php
/** Markup of the block editor, as the editor itself saves it. Strings in, strings out. */

/** A block of the editor: its comment, with attributes, around its HTML. */
function block( string $name, string $html, array $attributes = [] ): string {
	$json = $attributes ? ' ' . json_encode( $attributes, JSON_UNESCAPED_SLASHES ) : '';
	return "<!-- wp:$name$json -->\n$html\n<!-- /wp:$name -->\n\n";
}

function paragraph_block( string $html, string $class = '' ): string {
	return $class
		? block( 'paragraph', "<p class=\"$class\">$html</p>", [ 'className' => $class ] )
		: block( 'paragraph', "<p>$html</p>" );
}

function heading_block( string $html, int $level = 2, string $anchor = '' ): string {
	$id = $anchor ? " id=\"$anchor\"" : '';
	return block(
		'heading',
		"<h$level class=\"wp-block-heading\"$id>$html</h$level>",
		2 === $level ? [] : [ 'level' => $level ]
	);
}

function list_block( array $items, bool $ordered = false ): string {
	$tag    = $ordered ? 'ol' : 'ul';
	$blocks = implode( '', array_map( fn( $item ) => block( 'list-item', "<li>$item</li>" ), $items ) );
	return block(
		'list',
		"<$tag class=\"wp-block-list\">" . rtrim( $blocks ) . "</$tag>",
		$ordered ? [ 'ordered' => true ] : []
	);
}

function table_block( array $head, array $rows, string $caption = '' ): string {
	$cells   = fn( string $tag, array $row ) => implode( '', array_map( fn( $cell ) => "<$tag>$cell</$tag>", $row ) );
	$body    = implode( '', array_map( fn( $row ) => "<tr>{$cells( 'td', $row )}</tr>", $rows ) );
	$foot    = $caption ? "<figcaption class=\"wp-element-caption\">$caption</figcaption>" : '';
	$headers = $cells( 'th', $head );
	return block(
		'table',
		'<figure class="wp-block-table"><table>'
			. "<thead><tr>$headers</tr></thead><tbody>$body</tbody></table>$foot</figure>"
	);
}

function columns_block( array $columns ): string {
	$inner = array_map(
		fn( $column ) => block( 'column', '<div class="wp-block-column">' . rtrim( $column ) . '</div>' ),
		$columns
	);
	return block( 'columns', '<div class="wp-block-columns">' . rtrim( implode( '', $inner ) ) . '</div>' );
}

/** Buttons by their labels, each with its address. */
function buttons_block( array $buttons ): string {
	$inner = '';
	foreach ( $buttons as $label => $href ) {
		$link   = "<a class=\"wp-block-button__link wp-element-button\" href=\"$href\">$label</a>";
		$inner .= block( 'button', "<div class=\"wp-block-button\">$link</div>" );
	}
	return block( 'buttons', '<div class="wp-block-buttons">' . rtrim( $inner ) . '</div>' );
}

function image_block( array $picture, string $caption ): string {
	[ 'id' => $id, 'url' => $url, 'alt' => $alt ] = $picture;
	return block(
		'image',
		"<figure class=\"wp-block-image size-large\"><img src=\"$url\" alt=\"$alt\" class=\"wp-image-$id\"/>"
			. "<figcaption class=\"wp-element-caption\">$caption</figcaption></figure>",
		[ 'id' => $id, 'sizeSlug' => 'large', 'linkDestination' => 'none' ]
	);
}

function gallery_block( array $pictures ): string {
	$images = array_map( fn( $picture ) => image_block( $picture, $picture['alt'] ), $pictures );
	$inner  = rtrim( implode( '', $images ) );
	return block(
		'gallery',
		"<figure class=\"wp-block-gallery has-nested-images columns-default is-cropped\">$inner"
			. '<figcaption class="blocks-gallery-caption wp-element-caption">Trabajos recientes</figcaption></figure>',
		[ 'linkTo' => 'none' ]
	);
}

function details_block( string $summary, string $text ): string {
	$inner = rtrim( paragraph_block( $text ) );
	return block( 'details', "<details class=\"wp-block-details\"><summary>$summary</summary>$inner</details>" );
}

function quote_block( string $text, string $source ): string {
	$inner = rtrim( paragraph_block( $text ) );
	return block( 'quote', "<blockquote class=\"wp-block-quote\">$inner<cite>$source</cite></blockquote>" );
}

function video_block( string $url ): string {
	$ratio = 'wp-embed-aspect-16-9 wp-has-aspect-ratio';
	return block(
		'embed',
		"<figure class=\"wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube $ratio\">"
			. "<div class=\"wp-block-embed__wrapper\">\n$url\n</div><figcaption class=\"wp-element-caption\">Vídeo explicativo"
			. '</figcaption></figure>',
		[ 'url' => $url, 'type' => 'video', 'providerNameSlug' => 'youtube', 'responsive' => true, 'className' => $ratio ]
	);
}

function media_text_block( array $picture, string $inner ): string {
	[ 'id' => $id, 'url' => $url, 'alt' => $alt ] = $picture;
	return block(
		'media-text',
		'<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media">'
			. "<img src=\"$url\" alt=\"$alt\" class=\"wp-image-$id size-full\"/></figure>"
			. '<div class="wp-block-media-text__content">' . rtrim( $inner ) . '</div></div>',
		[ 'mediaId' => $id, 'mediaType' => 'image' ]
	);
}

function group_block( string $inner ): string {
	return block(
		'group',
		'<div class="wp-block-group">' . rtrim( $inner ) . '</div>',
		[ 'layout' => [ 'type' => 'constrained' ] ]
	);
}

const SEPARATOR_BLOCK    = "<!-- wp:separator -->\n<hr class=\"wp-block-separator has-alpha-channel-opacity\"/>\n<!-- /wp:separator -->\n\n";
const SPACER_BLOCK       = "<!-- wp:spacer {\"height\":\"40px\"} -->\n<div style=\"height:40px\" aria-hidden=\"true\" class=\"wp-block-spacer\"></div>\n<!-- /wp:spacer -->\n\n";
const MORE_BLOCK         = "<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->\n\n";
const PAGE_BREAK_BLOCK   = "<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->\n\n";
const LATEST_POSTS_BLOCK = "<!-- wp:latest-posts {\"postsToShow\":3,\"displayPostDate\":true} /-->\n\n";

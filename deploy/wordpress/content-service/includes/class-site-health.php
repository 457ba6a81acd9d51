<?php
/**
 * Site Health.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

/**
 * Test of Site Health: the service answers, the clocks agree, the signature holds.
 */
final class Site_Health {

	/**
	 * Registers the test.
	 */
	public static function register(): void {
		add_filter( 'site_status_tests', [ self::class, 'add_test' ] );
	}

	/**
	 * Adds the test to those of WordPress.
	 *
	 * @param array $tests Tests.
	 * @return array
	 */
	public static function add_test( $tests ) {
		$tests['direct']['content_service'] = [
			'label' => __( 'Content service', 'content-service' ),
			'test'  => [ self::class, 'test' ],
		];
		return $tests;
	}

	/**
	 * Result, as Site Health has it.
	 */
	public static function test(): array {
		$fault = Trial::fault();
		return [
			'label'       => null === $fault
				? __( 'The content service learns of changes at once', 'content-service' )
				: __( 'The content service does not learn of changes at once', 'content-service' ),
			'status'      => null === $fault ? 'good' : 'recommended',
			'badge'       => [
				'label' => __( 'Content service', 'content-service' ),
				'color' => 'blue',
			],
			'description' => '<p>' . esc_html( $fault ?? __( 'It answers, the clocks agree, and it knows the signature of this site.', 'content-service' ) ) . '</p>',
			'actions'     => null === $fault ? '' : sprintf(
				'<p><a href="%s">%s</a></p>',
				esc_url( Settings_Page::url() ),
				esc_html__( 'Settings of the content service', 'content-service' )
			),
			'test'        => 'content_service',
		];
	}
}

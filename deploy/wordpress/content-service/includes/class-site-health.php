<?php
/**
 * Tests of Site Health: the service accepts messages, and the gateway reaches it.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Site_Health {

	private const SERVICE = 'content_service';
	private const GATEWAY = 'content-service-gateway';

	/** Registers the tests. */
	public static function register(): void {
		add_filter( 'site_status_tests', [ self::class, 'add_tests' ] );
		add_action( 'wp_ajax_health-check-' . self::GATEWAY, [ self::class, 'answer' ] );
	}

	/**
	 * Adds the tests to the tests of WordPress. The test of the gateway sends many requests and runs in the background.
	 */
	public static function add_tests( $tests ) {
		$tests['direct'][ self::SERVICE ] = [
			'label' => __( 'Content service', 'content-service' ),
			'test'  => [ self::class, 'test_service' ],
		];
		if ( Gateway::is_wanted() ) {
			$tests['async'][ self::GATEWAY ] = [
				'label'             => __( 'Gateway to the content service', 'content-service' ),
				'test'              => self::GATEWAY,
				'async_direct_test' => [ self::class, 'test_gateway' ],
			];
		}
		return $tests;
	}

	/** Handles the request of the background test. */
	public static function answer(): void {
		check_ajax_referer( 'health-check-site-status' );
		if ( ! current_user_can( 'view_site_health_checks' ) ) {
			wp_send_json_error();
		}
		wp_send_json_success( self::test_gateway() );
	}

	/** Result of the service test. */
	public static function test_service(): array {
		$fault = Trial::fault();
		$label = null === $fault
			? __( 'The content service learns of changes at once', 'content-service' )
			: __( 'The content service does not learn of changes at once', 'content-service' );
		return self::result( self::SERVICE, $label, (array) $fault, Trial::all_well() );
	}

	/** Result of the gateway test. */
	public static function test_gateway(): array {
		$faults = Gateway_Trial::faults();
		$label  = [] === $faults
			? __( 'The gateway leads to the content service', 'content-service' )
			: __( 'The gateway does not lead to the content service', 'content-service' );
		$well   = __( 'Each kind of address arrives, with its Authorization, and visitors are counted apart.', 'content-service' );
		return self::result( self::GATEWAY, $label, $faults, $well );
	}

	/** Result in the format of Site Health; `$well` is the text without faults. */
	private static function result( string $test, string $label, array $faults, string $well ): array {
		$lines    = [] === $faults ? [ $well ] : $faults;
		$settings = '<p><a href="' . esc_url( Settings_Page::url() ) . '">' . esc_html__( 'Settings of the content service', 'content-service' ) . '</a></p>';
		return [
			'test'        => $test,
			'label'       => $label,
			'status'      => [] === $faults ? 'good' : 'recommended',
			'badge'       => [
				'label' => __( 'Content service', 'content-service' ),
				'color' => 'blue',
			],
			'description' => '<p>' . implode( '</p><p>', array_map( 'nl2br', array_map( 'esc_html', $lines ) ) ) . '</p>',
			'actions'     => [] === $faults ? '' : $settings,
		];
	}
}

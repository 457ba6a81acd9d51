<?php
/** Spanish text out of the word stock in company.json, the same in every run. */

/** Random numbers from a name: xorshift with 32 bits (Marsaglia 2003), the same on every version of PHP. */
final class Random {
	private int $state;

	public function __construct( string $seed ) {
		$this->state = crc32( $seed ) | 1;
	}

	private function next(): int {
		$state  = $this->state;
		$state ^= ( $state << 13 ) & 0xFFFFFFFF;
		$state ^= $state >> 17;
		$state ^= ( $state << 5 ) & 0xFFFFFFFF;
		return $this->state = $state & 0xFFFFFFFF;
	}

	public function between( int $least, int $most ): int {
		return $least + $this->next() % ( $most - $least + 1 );
	}

	public function pick( array $items ): mixed {
		return $items[ $this->next() % count( $items ) ];
	}

	/** So many of the items, shuffled (Fisher and Yates). */
	public function sample( array $items, int $count ): array {
		for ( $at = count( $items ) - 1; $at > 0; $at-- ) {
			$other = $this->next() % ( $at + 1 );
			[ $items[ $at ], $items[ $other ] ] = [ $items[ $other ], $items[ $at ] ];
		}
		return array_slice( $items, 0, $count );
	}
}

function company(): array {
	static $company = null;
	return $company ??= json_decode( file_get_contents( __DIR__ . '/company.json' ), true, flags: JSON_THROW_ON_ERROR );
}

/** What stands for the placeholders of a sentence that is about one service in one city. */
function values_for( Random $random, string $city_slug, string $service_slug ): array {
	$city    = company()['cities'][ $city_slug ];
	$service = company()['services'][ $service_slug ];
	return [
		'city'     => $city['name'],
		'district' => $random->pick( $city['districts'] ),
		'service'  => $service['name'],
		'people'   => $service['people'],
		'job'      => $random->pick( $service['jobs'] ),
		'fault'    => $random->pick( $service['faults'] ),
		'price'    => $service['price'] + 5 * $random->between( 0, 8 ),
		'minutes'  => 20 + 5 * $random->between( 0, 8 ),
	];
}

/** A sentence with its placeholders filled: {c} city, {z} district, {s} service, {t} job, {f} fault, {p} price… */
function fill( string $sentence, array $values ): string {
	return strtr( $sentence, [
		'{c}' => $values['city'],
		'{z}' => $values['district'],
		'{s}' => mb_strtolower( $values['service'] ),
		'{t}' => mb_strtolower( mb_substr( $values['job'], 0, 1 ) ) . mb_substr( $values['job'], 1 ),
		'{f}' => $values['fault'],
		'{p}' => $values['price'],
		'{m}' => $values['minutes'],
		'{g}' => mb_strtolower( $values['people'] ),
	] );
}

/** Paragraphs of so many sentences each. */
function paragraphs( Random $random, array $values, string $service_slug, int $count, int $sentences ): string {
	$faults = company()['services'][ $service_slug ]['faults'];
	$html   = '';
	for ( $done = 0; $done < $count; $done++ ) {
		$texts = [];
		foreach ( $random->sample( company()['sentences'], $sentences ) as $sentence ) {
			$texts[] = fill( $sentence, [ 'fault' => $random->pick( $faults ) ] + $values );
		}
		$html .= paragraph_block( implode( ' ', $texts ) );
	}
	return $html;
}

/** A paragraph about a fault that is true in every city. */
function advice( string $seed, array $service, string $fault ): string {
	$random    = new Random( $seed );
	$sentences = array_filter( company()['sentences'], fn( $one ) => ! preg_match( '/\{[cz]\}/', $one ) );
	$values    = [
		'city'     => '',
		'district' => '',
		'service'  => $service['name'],
		'people'   => $service['people'],
		'job'      => $random->pick( $service['jobs'] ),
		'fault'    => $fault,
		'price'    => $service['price'],
		'minutes'  => 30,
	];
	$texts     = array_map(
		fn( $sentence ) => fill( $sentence, $values ),
		$random->sample( array_values( $sentences ), 6 )
	);
	return paragraph_block( implode( ' ', $texts ) );
}

/** Paragraphs that only have to be there. */
function filler( string $seed, int $count, int $sentences = 5 ): string {
	$random = new Random( $seed );
	return paragraphs( $random, values_for( $random, 'madrid', 'fontaneria' ), 'fontaneria', $count, $sentences );
}

function questions_block( array $questions, array $values ): string {
	$blocks = array_map(
		fn( $one ) => details_block( fill( $one['question'], $values ), fill( $one['answer'], $values ) ),
		$questions
	);
	return implode( '', $blocks );
}

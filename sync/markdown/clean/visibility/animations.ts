/** Animations (CSS Animations 1), as far as they decide what is to be seen once they have come to rest. */
import type { Declaration } from './css.ts';

/** What an animation declares at its two ends. */
export type Keyframes = {
  readonly first: readonly Declaration[];
  readonly last: readonly Declaration[];
  /** What every one of its frames declares alike. */
  readonly constant: readonly Declaration[];
};

type Animation = {
  readonly name: string;
  readonly fill: string;
  readonly count: number;
  readonly direction: string;
  /** In seconds. */
  readonly delay: number;
  readonly isPaused: boolean;
  /** It goes on as visitors scroll. */
  readonly isScrolled: boolean;
};

/** Nobody waits so many seconds. */
const LONGEST_WAIT = 60;

/** The animations of an element, given the values of its properties. */
export function animationsOf(value: (property: string) => string | undefined): readonly Animation[] {
  const names = value('animation-name') ?? 'none';
  if (names === 'none') return [];
  const lists = ['fill-mode', 'iteration-count', 'direction', 'delay', 'play-state'].map(
    (name) => value(`animation-${name}`)?.split(',') ?? [],
  );
  return names.split(',').map((name, index): Animation => {
    const [fill = '', count = '1', direction = '', delay = '0s', state] = lists.map((list) =>
      list[index % list.length]?.trim(),
    );
    return {
      name: name.trim().replaceAll(/^["']|["']$/g, ''),
      fill,
      count: count === 'infinite' ? Infinity : Number(count),
      direction,
      delay: Number.parseFloat(delay) / (delay.endsWith('ms') ? 1000 : 1),
      isPaused: state === 'paused',
      isScrolled: (value('animation-timeline') ?? 'auto') !== 'auto',
    };
  });
}

/** True for an animation that shows something else every moment, for all that is known of it. */
export function isMoving({ count, delay, isPaused, isScrolled }: Animation, keyframes: Keyframes | undefined): boolean {
  if (!keyframes || isScrolled) return true;
  return count === Infinity && !isPaused && delay < LONGEST_WAIT && keyframes.constant.length === 0;
}

/** What an animation declares when it has ended, waits or stands still. */
export function restingFrame(animation: Animation, { first, last, constant }: Keyframes): readonly Declaration[] {
  const { fill, count, direction, delay, isPaused, isScrolled } = animation;
  if (isScrolled) return [];
  const start = direction.endsWith('reverse') ? last : first;
  if (delay >= LONGEST_WAIT || (isPaused && delay > 0)) return /backwards|both/.test(fill) ? start : [];
  if (isPaused) return delay < 0 ? [] : start;
  if (count === Infinity) return constant;
  if (!/forwards|both/.test(fill) || !Number.isInteger(count)) return [];
  const turnsBack = direction.startsWith('alternate') && count % 2 === 0;
  const isAtStart = count === 0 || turnsBack;
  if (isAtStart) return start;
  return start === first ? last : first;
}

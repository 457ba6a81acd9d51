import type { Shown } from './renderer.ts';

export function collect(attribute: string): Promise<Shown[]>;

import type { RunSummary } from '../../sync/run/events.ts';

/** Summary of a run that met every kind of change. */
export const SUMMARY: RunSummary = {
  mode: 'changes',
  why: [],
  dryRun: false,
  pages: 164,
  new: 2,
  changed: 3,
  moved: 1,
  gone: 4,
  unchanged: 158,
  skipped: { noindex: 1, password: 4 },
  warnings: ['something odd'],
  warningCount: 3,
  generation: 7,
  published: true,
  renewalDue: false,
  milliseconds: 1234,
};

/** A title that would steer a terminal. */
export const EVIL = 'Casa\u001B[2J\u202Egnp.exe\r\n\u0007 \u009B31m«x»';

import type { Finding, Level, Result } from '../../sync/doctor/finding.ts';

const finding =
  (level: Level) =>
  (check: string, message: string, advice?: string): Finding => ({
    check,
    level,
    message,
    ...(advice !== undefined && { advice }),
  });
export const ok = finding('ok');
export const note = finding('note');
export const problem = finding('problem');

const result =
  (level: Level) =>
  (message: string, more: Partial<Result> = {}): Result => ({ level, message, ...more });
export const passed = result('ok');
export const noted = result('note');
export const failed = result('problem');

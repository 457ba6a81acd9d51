import { workerData } from 'node:worker_threads';
import { assertGeneration } from '../../db/index/index-file.ts';
import { verifySchema, verifyStructure } from '../../db/index/verify.ts';

const { file, generation } = workerData as { readonly file: string; readonly generation: number };
verifySchema(file);
verifyStructure(file);
assertGeneration(file, generation);

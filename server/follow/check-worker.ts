import { workerData } from 'node:worker_threads';
import { verifyStructure } from '../../db/index/verify.ts';

verifyStructure(workerData as string);

import { createPublicKey, type KeyObject } from 'node:crypto';
import { createGenerations } from '../../db/index/generations.ts';
import { note, ok, type Finding } from './finding.ts';

type Given = {
  readonly dataDir: string;
  /** Address of the published index that is followed, if one is. */
  readonly follows?: string | undefined;
  /** Keys that a server believes. */
  readonly publicKeys: readonly KeyObject[];
  /** Key with which sync signs. */
  readonly signingKey: KeyObject | undefined;
};

/** Checks the signature of the live index, where keys are set or an index is followed. */
export async function examineSignature({ dataDir, follows, publicKeys, signingKey }: Given): Promise<Finding[]> {
  if (follows === undefined && !signingKey) return [];
  if (follows !== undefined && publicKeys.length === 0) {
    const message = 'Whoever can write at INDEX_URL decides what is served: signatures are not asked for';
    return [
      note('index.signature', message, 'set INDEX_PUBLIC_KEY here and INDEX_PRIVATE_KEY where sync runs (README)'),
    ];
  }
  const keys = signingKey ? [createPublicKey(signingKey)] : publicKeys;
  if (await createGenerations(dataDir).isSigned(keys))
    return [ok('index.signature', 'The index is signed by the key that is set')];
  const advice = signingKey
    ? 'run npm run sync: it signs what is published'
    : 'start npm run serve: it takes the next one that is signed';
  return [note('index.signature', 'The index that is here is not signed by the key that is set', advice)];
}

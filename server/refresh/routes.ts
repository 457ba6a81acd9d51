import type { State } from '../../db/state/state.ts';
import { AppError } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { createRefreshRequests, RefreshRequest } from '../../shared/refresh-requests.ts';
import { isSignature, SIGNATURE_WINDOW } from '../access/secret-digest.ts';
import type { ServerConfig } from '../config.ts';
import { json, NO_STORE, type Reply, type RenderError, type Request, type Route } from '../http/message.ts';

// Lower case, as in Node's headers.
const SIGNATURE = 'content-service-signature';

// First line of the signed text, so that a signature is valid for a single purpose.
const PURPOSE = 'content-service-refresh-1';

// Largest message in bytes: about 2000 ids.
const MAX_BODY = 32 * 1024;

type Options = {
  readonly config: Pick<ServerConfig, 'name' | 'dataDir' | 'refreshSecret'>;
  readonly counters: State['counters'];
  readonly now: () => Date;
  readonly log: Log;
  readonly renderError: RenderError;
};

/**
 * `POST /api/refresh`: WordPress reports changes (deploy/wordpress/README.md, "Messages"), and a request for sync is
 * stored. Without REFRESH_SECRET there is no such route.
 */
export function refreshRoutes({ config, counters, now, log, renderError }: Options): readonly Route[] {
  const { name, dataDir, refreshSecret: secret } = config;
  if (secret === undefined) return [];
  const requests = createRefreshRequests(dataDir);
  const refused: Record<SignatureFault, number> = { wrong: 0, old: 0, replayed: 0 };
  const check = createSignatureCheck({
    secret,
    counters,
    now,
    onFault: (fault) => {
      refused[fault] += 1;
      log.warn({ fault, refused: { ...refused } }, 'refresh.refused');
    },
  });

  async function refresh(request: Request): Promise<Reply> {
    const body = await request.body(MAX_BODY);
    await check(String(request.headers[SIGNATURE] ?? ''), body);
    const message = readMessage(body);
    if (message === 'trial') return json(200, { status: 'ready' }, NO_STORE);
    await requests.write(request.id, message);
    // With several sites, `site` is the name in every log line.
    const changes = name === undefined ? { site: message.site } : { changes: message.site };
    log.info({ id: request.id, posts: countIds(message), ...changes }, 'refresh.requested');
    return json(202, { status: 'accepted' }, NO_STORE);
  }

  return [
    {
      path: PATHS.refresh,
      methods: { POST: refresh },
      renderError: (error) => challenged(renderError(error)),
    },
  ];
}

// An empty object tests secret and clock.
function readMessage(body: Buffer): RefreshRequest | 'trial' {
  const value = parse(body.toString());
  if (JSON.stringify(value) === '{}') return 'trial';
  const { success, data } = RefreshRequest.safeParse(value);
  if (success) return data;
  throw new AppError('bad_request', 'The message names no changes', {
    hint: 'Send {"posts": {"pages": [12]}} with ids by the REST base of their type, or {"site": ["addresses"]}, or both.',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not JSON', { cause, hint: 'Send an object, such as {}.' });
  }
}

const countIds = ({ posts }: RefreshRequest): number => Object.values(posts).flat().length;

// A 401 response requires a challenge (RFC 9110 §15.5.2).
function challenged(reply: Reply): Reply {
  if (reply.status !== 401) return reply;
  return { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': 'Content-Service-Signature' } };
}

// Reason why a signature was rejected.
type SignatureFault = 'wrong' | 'old' | 'replayed';

type Checked = Pick<Options, 'counters' | 'now'> & {
  readonly secret: string;
  readonly onFault: (fault: SignatureFault) => void;
};

// Validates a header `<time>.<nonce>.<signature>` over a text: Unix seconds, 32 hexadecimal digits, and an HMAC-SHA-256. It
// covers purpose, time, nonce and text, joined by line feeds. A signature is accepted once on all servers with a shared
// state; otherwise rejects with `invalid_signature`.
function createSignatureCheck({ secret, counters, now, onFault }: Checked) {
  function refuse(fault: SignatureFault, message: string, hint: string): never {
    onFault(fault);
    throw new AppError('invalid_signature', message, { hint });
  }

  return async (header: string | undefined, text: Buffer): Promise<void> => {
    const [, time = '', nonce = '', given = ''] = /^(\d{10})\.([\da-f]{32})\.([\da-f]{64})$/.exec(header ?? '') ?? [];
    if (!isSignature(given, secret, `${PURPOSE}\n${time}\n${nonce}\n`, text)) {
      refuse('wrong', 'The signature is not valid', 'Both sides need the same secret.');
    }
    const seconds = Math.round(now().getTime() / 1000) - Number(time);
    if (Math.abs(seconds) > SIGNATURE_WINDOW) {
      refuse(
        'old',
        `The time of the signature is ${Math.abs(seconds)} seconds off`,
        'Synchronize the clocks of both machines.',
      );
    }
    const { count } = await counters.add(`signature:${given}`, 1, 2 * SIGNATURE_WINDOW * 1000);
    if (count > 1) refuse('replayed', 'The signature was used before', 'Sign each message separately.');
  };
}

import { hash } from 'node:crypto';

/** A Lua script, executed atomically. `sha` is its digest for EVALSHA. */
export type Script = { readonly lua: string; readonly sha: string };

// All keys have the same hash slot, so a script may use keys from a list in the store. The script that creates an entry
// sets its expiry; `last` never shortens it.
const PRELUDE = `
local function last(key, seconds)
  if redis.call('TTL', key) < tonumber(seconds) then redis.call('EXPIRE', key, seconds) end
end
local function forget(tokens, live, prefix)
  local removed = 0
  for _, hash in ipairs(redis.call('LRANGE', tokens, 0, -1)) do
    removed = removed + redis.call('DEL', prefix .. hash)
    redis.call('ZREM', live, hash)
  end
  redis.call('DEL', tokens)
  return removed
end
`;

const script = (body: string): Script => {
  const lua = `${PRELUDE}${body}`;
  return { lua, sha: hash('sha1', lua) };
};

/** KEYS client, clients, registrations; ARGV id, seconds of life, registered at, seconds in `registrations`, fields… */
export const addClient = script(`
  redis.call('HSET', KEYS[1], unpack(ARGV, 5))
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  last(KEYS[2], ARGV[2])
  redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
  last(KEYS[3], ARGV[4])
`);

/** KEYS client, clients, registrations, its tokens, live tokens; ARGV id, prefix of token keys */
export const removeClient = script(`
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
  forget(KEYS[4], KEYS[5], ARGV[2])
  return redis.call('DEL', KEYS[1])
`);

/** KEYS client, its tokens; ARGV prefix of token keys. Returns the number of live tokens, then the fields. */
export const summarizeClient = script(`
  local live = 0
  for _, hash in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
    live = live + redis.call('EXISTS', ARGV[1] .. hash)
  end
  return { live, redis.call('HGETALL', KEYS[1]) }
`);

/**
 * KEYS token, client, clients, its tokens, live tokens. ARGV client id, seconds of a client's life, hash, issued at,
 * expires at, number of tokens to retain, prefix of token keys, fields…
 */
export const addToken = script(`
  local active = redis.call('HGET', KEYS[2], 'activeAt')
  if not active then return 0 end
  active = math.max(tonumber(active), tonumber(ARGV[4]))
  redis.call('HSET', KEYS[2], 'activeAt', active)
  redis.call('EXPIRE', KEYS[2], ARGV[2])
  redis.call('ZADD', KEYS[3], active, ARGV[1])
  last(KEYS[3], ARGV[2])
  local life = ARGV[5] - ARGV[4]
  redis.call('HSET', KEYS[1], unpack(ARGV, 8))
  redis.call('EXPIRE', KEYS[1], life)
  redis.call('RPUSH', KEYS[4], ARGV[3])
  last(KEYS[4], life)
  redis.call('ZADD', KEYS[5], ARGV[5], ARGV[3])
  last(KEYS[5], life)
  while redis.call('LLEN', KEYS[4]) > tonumber(ARGV[6]) do
    local oldest = redis.call('LPOP', KEYS[4])
    redis.call('DEL', ARGV[7] .. oldest)
    redis.call('ZREM', KEYS[5], oldest)
  end
  return 1
`);

/** KEYS token, its client's tokens, live tokens; ARGV client id, hash */
export const removeToken = script(`
  if redis.call('HGET', KEYS[1], 'clientId') ~= ARGV[1] then return 0 end
  redis.call('LREM', KEYS[2], 1, ARGV[2])
  redis.call('ZREM', KEYS[3], ARGV[2])
  return redis.call('DEL', KEYS[1])
`);

/** KEYS a client's tokens, live tokens; ARGV prefix of token keys */
export const removeTokensOfClient = script('return forget(KEYS[1], KEYS[2], ARGV[1])');

/** KEYS key; ARGV its value if there is none, seconds of life after each use. Returns the value. */
export const findOrSetKey = script(`
  redis.call('SET', KEYS[1], ARGV[1], 'NX')
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  return redis.call('GET', KEYS[1])
`);

/** KEYS counter; ARGV points, milliseconds of its window. Returns the count and the milliseconds left. */
export const addToCounter = script(`
  local count = redis.call('INCRBY', KEYS[1], ARGV[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    left = tonumber(ARGV[2])
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return { count, left }
`);

/** KEYS counter */
export const findCounter = script("return { redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1]) }");

/** KEYS counts of a day, days; ARGV day, its number, seconds of life, then key and count alternately */
export const addToLedger = script(`
  for at = 4, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1]) end
  last(KEYS[1], ARGV[3])
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
  last(KEYS[2], ARGV[3])
`);

/** KEYS days; ARGV number of a day, prefix of keys of counts: deletes all counts before that day. */
export const trimLedger = script(`
  for _, day in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])) do
    redis.call('DEL', ARGV[2] .. day)
    redis.call('ZREM', KEYS[1], day)
  end
`);

/** KEYS sorted set; ARGV highest score to delete, largest number. Returns the number of deleted entries. */
export const trim = script(`
  local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
  if #ended > 0 then redis.call('ZREM', KEYS[1], unpack(ended)) end
  return #ended
`);

/** KEYS lease, record; ARGV holder, milliseconds of the lease. Returns 1 and the record, or 0 if it is held. */
export const claimWebhook = script(`
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return { 0 } end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return { 1, redis.call('GET', KEYS[2]) }
`);

/** KEYS lease, record; ARGV holder, milliseconds of the lease, record, seconds of its life */
export const storeWebhook = script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[4])
  if ARGV[2] == '0' then
    redis.call('DEL', KEYS[1])
  else
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  end
  return 1
`);

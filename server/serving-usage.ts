/** The common part of `--help` for `npm start` and `npm run serve`. */
export const SERVING_OPTIONS = `  --help       this text
  --version    the version

Settings come from the environment and from .env in this folder:
  SITE_URL     address of your WordPress
  DATA_DIR     folder of its data, ./data unless set
  PORT, HOST   where it listens, 8080 on 127.0.0.1 unless set
  PUBLIC_URL   the address at which visitors reach it
  LOG_LEVEL    debug logs requests on a terminal too
`;

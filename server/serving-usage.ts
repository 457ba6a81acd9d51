/** The common part of `--help` for `npm start` and `npm run serve`. */
export const SERVING_OPTIONS = `  --help       this text
  --version    the version

Settings come from the environment and from .env in this folder:
  SITE_URL     address of your WordPress
  DATA_DIR     directory of the data, default ./data
  PORT, HOST   listen address, default 8080 on 127.0.0.1
  PUBLIC_URL   public address
  LOG_LEVEL    debug logs requests on a terminal too
`;

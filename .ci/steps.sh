# Runs steps two at a time, each bounded, and prints a table of them. Sourced by .ci/run and .ci/nightly, which set
# STEP_SECONDS and ALL_SECONDS.
# shellcheck shell=bash
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
logs=$(mktemp -d)
export logs

# Runs COMMAND… within the time of a step; its processes then have 15 seconds to end.
bounded() {
  local left=$((ALL_SECONDS - SECONDS))
  [ "$left" -lt "$STEP_SECONDS" ] || left=$STEP_SECONDS
  exec timeout --kill-after=15 "$((left > 1 ? left : 1))" bash -euo pipefail -c '"$@"' bounded "$@"
}

# Titles and start times of running steps, by process.
declare -A titles=() began=()
failed=0
end_all() {
  for pid in "${!titles[@]}"; do kill -- "-$pid" 2> /dev/null || true; done
  rm -rf "$logs"
}
trap end_all EXIT

begin() { # TITLE COMMAND…
  local title=$1
  shift
  [ ${#titles[@]} -lt 2 ] || finish
  # A separate process group, so that nothing outlives the step.
  set -m
  (bounded "$@") > "$logs/$title" 2>&1 < /dev/null &
  set +m
  titles[$!]=$title began[$!]=$SECONDS
}

# Waits for a step, ends the processes that it left, prints its log and adds a row to the table.
finish() {
  local pid status=0 title took outcome
  wait -n -p pid "${!titles[@]}" || status=$?
  kill -KILL -- "-$pid" 2> /dev/null || true
  title=${titles[$pid]} took=$((SECONDS - began[$pid]))
  unset "titles[$pid]"
  case $status in
    0) outcome=passed ;;
    124 | 137) outcome='not ended in time' ;;
    *) outcome="exit code $status" ;;
  esac
  printf '\n== %s: %s, %s s\n' "$title" "$outcome" "$took"
  cat "$logs/$title"
  printf '| %s | %s | %s |\n' "$title" "$outcome" "$took" >> "$logs/table"
  [ "$status" = 0 ] || failed=1
}
finish_all() { while [ ${#titles[@]} -gt 0 ]; do finish; done; }

# Prints the table, and warnings in the last lines; the exit code is 1 if a step failed.
close() {
  finish_all
  printf '\n| Step | Outcome | Seconds |\n| --- | --- | --- |\n'
  cat "$logs/table"
  printf '\n%s s in all\n' "$SECONDS"
  [ ! -e "$logs/warnings" ] || cat "$logs/warnings"
  exit "$failed"
}

# Advisories about the packages. A registry that does not answer is a warning.
advisories() {
  local status=0
  npm run --silent check:advisories || status=$?
  [ "$status" != 2 ] || {
    printf 'WARNING: advisories about the packages were not checked; the registry did not answer\n' >> "$logs/warnings"
    status=0
  }
  return "$status"
}

# Titles of the steps of a script.
steps_of() { sed -n "s/^begin '\([^']*\)'.*/\1/p" "$1" | paste -sd ';' | sed 's/;/; /g'; }

# Installs missing Debian packages: COMMAND=PACKAGE … No service starts by itself.
need() {
  local wanted=()
  for pair in "$@"; do
    [ -x "$(PATH=$PATH:/usr/sbin:/sbin command -v "${pair%%=*}")" ] || wanted+=("${pair#*=}")
  done
  [ ${#wanted[@]} -gt 0 ] || return 0
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
    printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
    chmod 755 /usr/sbin/policy-rc.d
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" > /dev/null
}

use_installed() {
  export PATH=$PWD/node_modules/.bin:$PATH
  export NODE_COMPILE_CACHE=$PWD/node_modules/.cache/compiled
}
export -f need advisories

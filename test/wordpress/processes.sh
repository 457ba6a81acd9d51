# shellcheck shell=bash disable=SC2154
# Processes by name. They are remembered with their start time, so that a number which was given anew is never touched.

started_at() { # PID
  local stat
  stat=$(sed 's/.*) //' "/proc/$1/stat" 2> /dev/null) || true
  [[ $stat = Z* ]] || cut -d' ' -f20 <<< "$stat"
}

# Starts a process group of its own: NAME COMMAND…
start() {
  local name=$1
  shift
  setsid "$@" > "$dir/log/$name.log" 2>&1 < /dev/null &
  echo "$! $(started_at $!)" > "$dir/run/$name.pid"
}

is_running() { # NAME
  local pid='' time=''
  [ -f "$dir/run/$1.pid" ] || return 1
  read -r pid time < "$dir/run/$1.pid" || true
  [ -n "$time" ] && [ "$(started_at "$pid")" = "$time" ]
}

stop() { # NAME
  local pid='' time='' now
  [ -f "$dir/run/$1.pid" ] || return 0
  read -r pid time < "$dir/run/$1.pid" || true
  now=$(started_at "${pid:-0}")
  # Alive and ours; or gone, and what is left of its group are its own children, for a group's number is not given anew.
  if [ -n "$time" ] && { [ "$now" = "$time" ] || [ -z "$now" ]; }; then
    kill -TERM -- "-$pid" 2> /dev/null || true
    wait_until 15 group_is_gone "$pid" || kill -KILL -- "-$pid" 2> /dev/null || true
  fi
  rm -f "$dir/run/$1.pid"
}

group_is_gone() { ! kill -0 -- "-$1" 2> /dev/null || [ -z "$(started_at "$1")" ]; }

# Tries a command ten times a second: SECONDS COMMAND…
wait_until() {
  local tries=$(($1 * 10))
  shift
  until "$@"; do
    [ $((tries--)) -gt 0 ] || return 1
    sleep 0.1
  done
}

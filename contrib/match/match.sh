# What play-alone, play-parallel and play-slurm share: reading a match, its shards, and its end.
# shellcheck shell=bash

# Plays the games $1 (FROM..TO) into a journal of that name; further options may follow. It is text
# because other machines and other shells run it; its variables are in the environment.
# shellcheck disable=SC2016,SC2089
SHARD_COMMAND='exec "$LANDFALL" arena "$BOT_A" "$BOT_B" --clock $CLOCK --preset "$PRESET"'
# shellcheck disable=SC2016,SC2089
SHARD_COMMAND+=' --seed "$SEED" $OPTIONS --journal "$1.jsonl" --games "$@"'
# shellcheck disable=SC2090
export SHARD_COMMAND

fail() {
  echo "${0##*/}: $*" >&2
  exit 2
}

# usage TEXT ARGUMENT...: prints the help where it is asked for, or where arguments are missing.
usage() {
  local text=$1 help
  shift
  help="usage: ${0##*/} $text

MATCH is a file of the shell (contrib/match/match.conf):
  LANDFALL      the program; a name in PATH or a path (landfall)
  BOT_A, BOT_B  the bots, as in landfall arena
  CLOCK         as in --clock (cpu 40); PRESET as in --preset (ppt); SEED as in --seed (0)
  GAMES, SHARD  how many games; how many of them are one shard (100)
  SPRT          ELO0,ELO1: stop when this test is decided (no test)
  WORKERS       most shards at a time (alone: 1; parallel: one a core; Slurm: no limit)
  OPTIONS       further options of landfall arena
  INTERVAL      seconds between two looks at the test and the queue (10)

Shards are FOLDER/FROM..TO.jsonl. The same command goes on where it ended. At the end
FOLDER/match.journal is what one run would have written, and the summary is on stdout.
Exit codes: 0 ELO1 is accepted, or all games are there and no test was asked for; 1 ELO0 is
accepted; 2 an error, or shards are missing; 3 all games leave the test open; 130 interrupted."
  case ${1-} in
    -h | --help) echo "$help"; exit 0 ;;
  esac
  [ $# -ge 2 ] || { echo "$help" >&2; exit 2; }
}

# read_match MATCH FOLDER: puts the match into the environment, and makes the folder.
read_match() {
  local file name
  file=$(realpath "$1")
  [ -r "$file" ] || fail "$1 cannot be read"
  set -a
  LANDFALL=landfall BOT_A='' BOT_B='' CLOCK='cpu 40' PRESET=ppt SEED=0 GAMES='' SHARD=100
  # shellcheck disable=SC2034 # SHARD_COMMAND has them
  SPRT='' WORKERS='' OPTIONS='' INTERVAL=10
  # shellcheck source=match.conf
  . "$file" || fail "$1 cannot be read"
  mkdir -p "$2" || fail "the folder $2 cannot be made"
  FOLDER=$(realpath "$2")
  set +a
  for name in BOT_A BOT_B GAMES; do
    [ -n "${!name}" ] || fail "$1 does not say $name"
  done
  for name in GAMES SHARD INTERVAL ${WORKERS:+WORKERS}; do
    [[ ${!name} =~ ^[1-9][0-9]*$ ]] || fail "$1: $name is no number above 0: ${!name}"
  done
  command -v "$LANDFALL" >/dev/null || fail "there is no $LANDFALL: set LANDFALL in $1"
  case $LANDFALL in
    */*) LANDFALL=$(realpath "$LANDFALL") ;;
  esac
  check_folder
}

# is_finished FROM..TO: a journal has a line for its header and one for each game.
is_finished() {
  local journal=$FOLDER/$1.jsonl
  [ -f "$journal" ] && [ "$(wc -l <"$journal")" -gt $((${1#*..} - ${1%..*})) ]
}

# Prints all shards, as FROM..TO.
shards() {
  local from to
  for ((from = 0; from < GAMES; from = to)); do
    to=$((from + SHARD < GAMES ? from + SHARD : GAMES))
    echo "$from..$to"
  done
}

# Prints the shards that are not finished.
unfinished() {
  local shard
  for shard in $(shards); do
    is_finished "$shard" || echo "$shard"
  done
}

# Refuses a folder with the finished shards of another match. Of each shard that is played,
# landfall compares the header itself.
check_folder() {
  local shard
  for shard in $(shards); do
    is_finished "$shard" || continue
    (cd "$FOLDER" && sh -c "$SHARD_COMMAND" sh "$shard" >/dev/null) ||
      fail "$FOLDER has shards of another match: name another folder"
    return
  done
}

# await PROCESS: waits for the process that stands for all workers. When the test ends before,
# calls stop_workers.
await() {
  if [ -n "$SPRT" ]; then
    "$LANDFALL" arena merge --follow "$FOLDER" --sprt "$SPRT" --interval "$INTERVAL" >/dev/null &
    follow=$!
    trap 'kill $follow 2>/dev/null' EXIT
    wait -n "$1" "$follow"
    if kill -0 "$1" 2>/dev/null; then
      echo "${0##*/}: the test has ended: stopping the workers" >&2
      stop_workers
    fi
  fi
  wait "$1"
}

# Merges the shards, and exits with what they say.
finish() {
  local summary games
  "$LANDFALL" arena merge "$FOLDER" ${SPRT:+--sprt "$SPRT"} --out "$FOLDER/match.journal" || exit 2
  summary=$("$LANDFALL" arena merge "$FOLDER" ${SPRT:+--sprt "$SPRT"} --json) || exit 2
  case $summary in
    *'"verdict":"h1"'*) exit 0 ;;
    *'"verdict":"h0"'*) exit 1 ;;
  esac
  games=${summary#*'"games":'}
  games=${games%%,*}
  [ "$games" -ge "$GAMES" ] || fail "$games of $GAMES games are there; the same command goes on"
  [ "$games" -eq "$GAMES" ] || fail "$FOLDER has $games games, more than the match: $GAMES"
  [ -z "$SPRT" ] || exit 3
  exit 0
}

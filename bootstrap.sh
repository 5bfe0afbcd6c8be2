# Shared by `run` and `test`: finds a Python and fills an environment from a lock file.

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Prints a Python of 3.11 or later. Candidates are run, not looked up: shims of version managers exist and fail.
find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
    [[ -n $candidate ]] || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 </dev/null; then
      "$candidate" -c 'import sys; print(sys.executable)'
      return
    fi
  done
  if command -v uv >/dev/null 2>&1; then
    uv python find --no-project '>=3.11' 2>/dev/null && return
    uv python install --quiet 3.13 >&2 && uv python find --no-project '>=3.11' && return
  fi
  fail "Python 3.11 or later is needed. On Debian: apt-get install python3 python3-venv. On macOS: brew install python."
}

# bootstrap ROOT ENVIRONMENT LOCK: makes the environment unless its stamp says that it holds this lock.
bootstrap() {
  local root=$1 environment=$1/$2 lock=$1/$3 python wanted
  wanted=$(cksum <"$lock")
  if [[ -x $environment/bin/python && "$(cat -- "$environment/stamp" 2>/dev/null)" == "$wanted" ]] &&
    "$environment/bin/python" -c '' >/dev/null 2>&1; then
    return
  fi
  python=$(find_python) || exit 1
  printf 'Setting up %s (once; this takes up to a minute)\n' "$2" >&2
  if command -v uv >/dev/null 2>&1 && uv --version >/dev/null 2>&1; then
    uv venv --quiet --clear --python "$python" -- "$environment"
    uv pip install --quiet --python "$environment/bin/python" --require-hashes --requirement "$lock"
  else
    make_environment "$python" "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
      --require-hashes --requirement "$lock"
  fi
  printf '%s\n' "$wanted" >"$environment/stamp"
}

make_environment() {
  local said
  if ! said=$("$1" -m venv --clear -- "$2" 2>&1); then
    rm -rf -- "$2"
    case $said in
      *ensurepip*) fail "Python's venv module is missing. On Debian: apt-get install python3-venv." ;;
      *) fail "$said" ;;
    esac
  fi
}

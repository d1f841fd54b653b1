# Source this file (bash, zsh) to use this copy of Belay: it does what `eval "$(belay env)"` does.
eval "$("$(cd "$(dirname "${BASH_SOURCE:-$0}")" && pwd)/bin/belay" env)"

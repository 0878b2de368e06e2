# Starts the program with "$@". Read by a script of the checkout or of the executable, which has set
#
#   eg_root      where the program is
#   eg_runtime   the folder of the runtime, with its cache
#   eg_version   the release of Deno
#   eg_registry  where packages came from, or nothing
#
# and has eg_refuse. Kept here, because it must hold before the program itself runs:
#   1. the caller's environment does not steer the runtime ("The caller's environment");
#   2. each subcommand has the permissions it needs and no other ("Permissions");
#   3. modules and dependencies are the checked-in ones: no network, no other lock file, no
#      configuration from the work directory.
# shellcheck shell=sh disable=SC2154 # the variables above

# Zsh by its own name splits no values into words.
[ -z "${ZSH_VERSION-}" ] || emulate sh 2>/dev/null

# The runtime would not even start in a directory that was deleted.
[ -d "${PWD:-/nowhere}/." ] || eg_refuse 120 invalid request-bad-cwd \
  'Cannot start in the current directory: it was deleted; change to one that exists' "$@"

# The caller's environment. What the dynamic loader, Deno, V8, ICU, SQLite or the npm resolver
# reads is renamed from NAME to EXECGUARD_CALLER_NAME; the program gives the command its names back.
# HOME too: Deno reads ~/.npmrc, which may be anything. Whole families, not single names, so that a
# variable nobody noticed is covered. Source: the names that Deno 2.9.6 asks getenv() for
# (tests/tooling/runtime_environment_test.ts asks again), `deno --help`, ld.so(8), dyld(1).
# A name that the caller made up with our prefix goes first. `eval` sees letters, digits and _ only:
# the second line of some value may look like an assignment, of any name.
eg_is_name() {
  # Spelled out, because what a range holds depends on the locale.
  case $1 in
    *[!ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_]*) return 1 ;;
  esac
}
set -f
IFS='
'
eg_listing=$(set)
for eg_line in $eg_listing; do
  case $eg_line in EXECGUARD_CALLER_*=*) ;; *) continue ;; esac
  eg_name=${eg_line%%=*}
  eg_is_name "$eg_name" && unset "$eg_name"
done
for eg_line in $eg_listing; do
  case $eg_line in
    HOME=* | DENO_*=* | NODE_*=* | NPM_CONFIG_*=* | npm_config_*=* | JSR_*=* | V8_*=*) ;;
    LD_*=* | DYLD_*=* | GLIBC_TUNABLES=* | GCONV_PATH=* | LOCPATH=* | MALLOC_*=*) ;;
    RUST_*=* | RAYON_*=* | TOKIO_*=* | OTEL_*=* | ICU_*=* | SQLITE_*=*) ;;
    OPENSSL_*=* | SSLKEYLOGFILE=* | SIMDUTF_*=* | COMPLETE=*) ;;
    *) continue ;;
  esac
  eg_name=${eg_line%%=*}
  eg_is_name "$eg_name" || continue
  eval "[ \"\${$eg_name+set}\" ]" || continue
  eval "export EXECGUARD_CALLER_$eg_name=\"\$$eg_name\""
  unset "$eg_name"
done

# What the program would have to start another one for. Said only when it is certain: a listing of
# plain characters holds no value that is not UTF-8 (some shells write those as $'..').
unset EXECGUARD_OUTPUTS EXECGUARD_ENVIRONMENT
# shellcheck disable=SC3013 # where a shell does not know it, nothing is said
[ /dev/fd/1 -ef /dev/fd/3 ] 3>&2 2>/dev/null
case $? in
  0) export EXECGUARD_OUTPUTS=shared ;;
  1) export EXECGUARD_OUTPUTS=apart ;;
esac
eg_odd="*[! -~	
]*"
# shellcheck disable=SC2254 # a pattern
case $eg_listing in
  $eg_odd | *"\$'"*) ;;
  *) export EXECGUARD_ENVIRONMENT=ascii ;;
esac

# What Deno is told instead. Its shim would put a `node` that is Deno on the PATH of every command.
export DENO_DIR="$eg_runtime/cache" DENO_NO_UPDATE_CHECK=1 DENO_NO_PACKAGE_JSON=1
export DENO_DISABLE_NODE_SHIM=1 HOME="$eg_runtime"
[ -z "$eg_registry" ] || export NPM_CONFIG_REGISTRY="$eg_registry"
# Memory in large pages, where the system has them: a start meets a fifth fewer page faults, 1 ms.
export GLIBC_TUNABLES=glibc.malloc.hugetlb=1
# How the program starts itself again, for `background start`.
export EXECGUARD_LAUNCHER="$eg_root/scripts/execguard"

# Permissions. The README shows this table. `fs` starts nothing and opens no connection, but names
# files through the descriptor of their directory (/proc/self/fd), or somebody could put a link in
# the place of the directory meanwhile; Deno opens descriptors only for a program with all
# permissions. All others get neither network nor foreign libraries.
#
#   subcommand                     read   write  environment  processes
#   run, background, approve       yes    yes    all          yes
#   doctor                         yes    no     all          yes
#   fs                             all
#   allowlist-check, all others    yes    no     named        no
eg_names='EXECGUARD_*,PATH,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_CACHE_HOME'
eg_names=$eg_names,NO_COLOR,FORCE_COLOR,TERM,COLUMNS
case ${1-} in
  run | background | approve)
    set -- --allow-read --allow-write --allow-env --allow-sys --allow-run "$eg_root/main.ts" "$@" ;;
  doctor)
    set -- --allow-read --allow-env --allow-sys --allow-run "$eg_root/main.ts" "$@" ;;
  fs)
    set -- --allow-all "$eg_root/main.ts" "$@" ;;
  *)
    set -- --allow-read "--allow-env=$eg_names" --ignore-env "$eg_root/main.ts" "$@" ;;
esac
# Modules that a subcommand loads late are left alone until then: the loader would otherwise read
# all of them at every start.
# A larger young generation: the data of the policy otherwise costs several collections. Functions
# are compiled with their module, and so come from the runtime's cache of compiled code, which it
# writes before any of them has run. Machine code is made for what runs long: a first batch of it
# costs 3 ms, and optimizing what ran a few hundred times 3 to 5 more.
eg_v8=--min-semi-space-size=16,--no-lazy
eg_v8=$eg_v8,--baseline-batch-compilation-threshold=262144,--invocation-count-for-maglev=2000
exec "$eg_runtime/deno-$eg_version" run --quiet --no-prompt --unstable-lazy-dynamic-imports \
  "--v8-flags=$eg_v8" \
  --cached-only --no-remote --frozen --no-config "--import-map=$eg_root/deno.json" \
  "--lock=$eg_root/deno.lock" "$@"

import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../dev/runtime/folders.ts'

/**
 * Creates a folder that looks like a repository after `npm start`, with the `.local` of another folder. Files that the
 * commands of the docs write stay in this folder.
 */
export function checkoutLike(folder: string, localFolder: string): string {
  const checkout = join(folder, 'checkout')
  mkdirSync(checkout)
  for (const entry of readdirSync(projectFolder)) {
    if (entry !== '.local' && entry !== '.git') symlinkSync(join(projectFolder, entry), join(checkout, entry))
  }
  symlinkSync(localFolder, join(checkout, '.local'))
  return checkout
}

/**
 * Writes the file that the shell reads before a page. It defines a `curl` that records the line in the page and the
 * response, and retries when the service asks for it. It also makes `npx` use the installed Inspector.
 */
export function writeShellSetup(folder: string, { inspector, python }: { inspector: string; python: string }): string {
  const file = join(folder, 'setup.sh')
  if (!existsSync(file)) writeFileSync(file, setup(inspector, python))
  return file
}

const setup = (inspector: string, python: string) => `
curl() {
  local line=\${BASH_LINENO[0]} body trace exit tries=0
  body=$(mktemp) trace=$(mktemp)
  while :; do
    exit=0
    command curl -v "$@" >"$body" 2>"$trace" || exit=$?
    tries=$((tries + 1))
    grep -q '^< HTTP/1.1 503' "$trace" && [ $tries -lt 20 ] || break
    sleep 1
  done
  awk -v line="$line" '/^> [A-Z]+ .* HTTP/ { path = $2 " " $3 } /^< HTTP/ { print line, $3, path }' "$trace" >>"$ANSWERS"
  cat "$body"
  rm -f "$body" "$trace"
  return $exit
}
npx() {
  if [ "$1" = @modelcontextprotocol/inspector ]; then shift; node ${JSON.stringify(inspector)} "$@"; else command npx "$@"; fi
}
python() { PYTHONDONTWRITEBYTECODE=1 ${JSON.stringify(python)} "$@"; }
trap 'printf "%s\\n" "$LINENO" >"$FAILED"' ERR
`

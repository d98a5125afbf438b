// npm run db:generate: writes src/generated/prisma, unless it is up to date. `--force` writes it anyway. The client of
// kernel/database reads bigint columns as numbers, so the types of results are changed accordingly.
// It is JavaScript so that it runs before anything is built, and uses no network.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const schema = join(root, 'prisma', 'schema')
const output = join(root, 'src', 'generated', 'prisma')
const stamp = join(root, 'src', 'generated', 'prisma.hash')
const manifest = createRequire(import.meta.url).resolve('prisma/package.json')
const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8'))

const fingerprint = () => {
  const hash = createHash('sha256')
    .update(version)
    .update(readFileSync(fileURLToPath(import.meta.url)))
  const files = readdirSync(schema, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.prisma'))
  for (const name of files.sort()) hash.update(`\0${name}\0`).update(readFileSync(join(schema, name)))
  return hash.digest('hex')
}

const before = fingerprint()
const isCurrent = existsSync(join(output, 'client.ts')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === before
if (isCurrent && !process.argv.includes('--force')) process.exit(0)

rmSync(stamp, { force: true })
const cli = join(dirname(manifest), bin.prisma)
const { status } = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    // The CLI downloads its schema engine unless a path is set. Generating never runs it, so any file is enough.
    PRISMA_SCHEMA_ENGINE_BINARY: manifest,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
})
if (status !== 0) process.exit(status ?? 1)
// Fields of inputs end with `| number` already.
const models = join(output, 'models')
for (const name of readdirSync(models)) {
  const types = readFileSync(join(models, name), 'utf8')
  writeFileSync(join(models, name), types.replaceAll(/: bigint( \| null)?$/gm, ': number$1'))
}
mkdirSync(dirname(stamp), { recursive: true })
writeFileSync(stamp, before)

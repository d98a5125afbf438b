// A separate process that applies migrations, for migrations.proof.test.ts. Reports when it begins with one.
import { applyMigrations } from '#src/installation/migrations/apply'

const [url = '', folder = ''] = process.argv.slice(2)
const log = { info: (message: string) => console.log(message), warn: () => undefined }
await applyMigrations(url, { log, folder })

// A process of its own that applies migrations, for migrate.test.ts. Says when it begins with one.
import { applyMigrations } from '#src/installation/migrations/apply'

const [url = '', folder = ''] = process.argv.slice(2)
const log = { info: (message: string) => console.log(message), warn: () => undefined }
await applyMigrations(url, { log, folder })

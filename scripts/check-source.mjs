// npm run source: the rules of the source that no other tool knows: roles of files, SQL and the database, imports,
// casts, and the words of names, problem details and descriptions. The rules themselves are in scripts/checks.
//   node scripts/check-source.mjs [--all-comments] [PATH...]
// A path limits the report to what is below it. --all-comments also lists the expressions of the vocabulary in comments,
// strings and documents; it does not fail for these.
import { register } from 'tsx/esm/api'

register()
const { main } = await import('./checks/main.ts')
process.exitCode = main(process.argv.slice(2))

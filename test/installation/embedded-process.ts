// A separate process that uses the embedded server, for embedded.test.ts. Prints its server as one line of JSON, and
// stops when its input ends.
import { startEmbedded } from '#src/installation/embedded/start-embedded'

const quiet = { info: () => undefined, warn: () => undefined }
const [dataDir = ''] = process.argv.slice(2)
const server = await startEmbedded({ dataDir, settings: { fsync: 'off' }, log: quiet })
console.log(JSON.stringify({ url: server.url(), port: server.port, adopted: server.adopted, home: server.home }))
process.stdin.resume().once('end', () => {
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})

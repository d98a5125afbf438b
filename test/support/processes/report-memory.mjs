import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded before the server of a test: on SIGUSR2 it collects garbage and logs the memory that is left.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  console.log(JSON.stringify({ msg: 'memory after a collection', bytes: heapUsed + external }))
})

import { runProgram } from './cli/program.ts'

// A reader such as head has seen enough; without a listener, that would end in a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runProgram(process.argv.slice(2))

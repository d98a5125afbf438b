import { Command, CommanderError } from 'commander'
import { productVersion } from '#services/archive/product-version'
import { commands } from './commands.ts'
import { narrowHelp, outputColumns } from './help.ts'

/**
 * Prepares a command and its subcommands: errors are thrown, so that one function prints them and sets the exit code, and
 * the help is wrapped also on a terminal of 40 columns.
 */
const prepare = (command: Command): void => {
  command.configureHelp(narrowHelp)
  command.configureOutput({ getOutHelpWidth: outputColumns })
  command.exitOverride((error: CommanderError) => {
    throw error
  })
  for (const inner of command.commands) prepare(inner)
}

/** Options that take no value and stand before the command, such as `--help`, and `help` itself. */
const calledName = (args: readonly string[]): string | undefined =>
  args.find((word) => !word.startsWith('-') && word !== 'help')

/**
 * The command line. Commands work on the same database as the server, also while it runs. Only the code of the called
 * command is loaded: the help does not wait for the product.
 */
const openProgram = async (called: string | undefined): Promise<Command> => {
  const program = new Command('guildhall')
    .description(
      'Guildhall: membership and association management. Settings come from the environment; see: guildhall config',
    )
    .version(productVersion(), '-V, --version', 'print the version of the product')
    .showHelpAfterError('(add --help for what can be given)')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 the command was not understood.')
  for (const { name, description, load } of commands)
    program.addCommand(name === called ? await load() : new Command(name).description(description))
  prepare(program)
  return program
}

/**
 * Runs a command. Prints its error, if it fails.
 *
 * @param args the words after `guildhall`.
 * @returns the exit code.
 */
export const runProgram = async (args: readonly string[]): Promise<number> => {
  try {
    const program = await openProgram(calledName(args))
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { describeCommandFailure } = await import('./failure.ts')
    const message = describeCommandFailure(error)
    if (message !== undefined) process.stderr.write(`${message}\n`)
    return 1
  }
}

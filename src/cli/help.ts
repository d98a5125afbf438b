import { type AddHelpTextContext, type Command, Help, type HelpConfiguration } from 'commander'

const DEFAULT_WIDTH = 80
const MIN_COLUMNS = 20
const MAX_COLUMNS = 1000

/** Returns the columns of the terminal, or else those of the variable COLUMNS, or else 80. */
export const outputColumns = (): number => {
  if (process.stdout.isTTY && process.stdout.columns) return process.stdout.columns
  const columns = Number(process.env.COLUMNS)
  return Number.isInteger(columns) && columns >= MIN_COLUMNS && columns <= MAX_COLUMNS ? columns : DEFAULT_WIDTH
}
/** Columns of a description next to its term; in fewer it is below. */
const MIN_WIDTH = 20
const USAGE = 'Usage: '
const INDENT = '      '

const formatItem: Help['formatItem'] = (term, termWidth, description, helper) => {
  const width = helper.helpWidth ?? DEFAULT_WIDTH
  const isNarrow = width - termWidth - 4 < MIN_WIDTH
  if (!isNarrow || description === '')
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper)
  const lines = helper.boxWrap(description, width - INDENT.length).split('\n')
  return [`  ${term}`, ...lines.map((line) => INDENT + line)].join('\n')
}

function commandUsage(this: Help, command: Command): string {
  const usage = Help.prototype.commandUsage.call(this, command)
  const width = (this.helpWidth ?? DEFAULT_WIDTH) - USAGE.length
  return this.boxWrap(usage, width).replaceAll('\n', `\n${' '.repeat(USAGE.length)}`)
}

/** Wraps the help at words also on a terminal of 40 columns. */
export const narrowHelp: HelpConfiguration = { minWidthToWrap: MIN_WIDTH, formatItem, commandUsage }

/** A list after the help of a command. */
export interface HelpList {
  title: string
  items: readonly (readonly [term: string, description: string])[]
}

/** Returns the text of lists, for `addHelpText`, in the width of the terminal. */
export const helpLists =
  (lists: readonly HelpList[]) =>
  ({ command }: AddHelpTextContext): string => {
    const helper = command.createHelp()
    helper.prepareContext({ helpWidth: outputColumns() })
    const textOf = ({ title, items }: HelpList): string => {
      const width = Math.max(...items.map(([term]) => term.length))
      const rows = items.map(([term, description]) => helper.formatItem(term, width, description, helper))
      return `\n${[helper.boxWrap(title, helper.helpWidth ?? DEFAULT_WIDTH), ...rows].join('\n')}`
    }
    return lists.map(textOf).join('\n')
  }

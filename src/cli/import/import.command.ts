import { Command } from 'commander'
export const importCommand = (): Command => new Command('import')

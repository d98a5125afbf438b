import { Command, InvalidArgumentError } from 'commander'
import { sealer } from '#kernel/crypto/seal'
import { installationUrl, isPeerKey, makePeerKey, openPeers, removePeer, savePeer } from '#services/peers/peers'
import { UserError } from './failure.ts'
import { type Session, withSession } from './session.ts'

export const peerCommand = (): Command => {
  const peer = new Command('peer').description('Other installations, whose tenants can take part in exchanges.')
  peer
    .command('add')
    .description(
      'List an installation, and print the key that the other operator needs. Adding it again replaces the key.',
    )
    .argument('<url>', 'public address of the installation, as in its PUBLIC_URL', parseUrl)
    .option('--key <key>', 'the key that the command has printed at the other installation', parseKey)
    .addHelpText(
      'after',
      '\nBoth operators list the other installation with the same key, and both need PUBLIC_URL. The key proves which\n' +
        'installation sends a message: pass it on by a secure way only.',
    )
    .action(add)
  peer.command('list').description('Show the listed installations.').action(list)
  peer
    .command('remove')
    .description('Remove an installation: no message from or to it is accepted any more.')
    .argument('<url>', 'address of the installation', parseUrl)
    .action(remove)
  return peer
}

const parseUrl = (text: string): string => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Write a complete address, such as https://members.example.org.')
  return installationUrl(text)
}

const parseKey = (text: string): string => {
  if (!isPeerKey(text)) throw new InvalidArgumentError('Write the key as the other installation has printed it.')
  return text
}

const add = (url: string, { key = makePeerKey() }: { key?: string }): Promise<void> =>
  withSession(async ({ installation: { config, database, secret } }) => {
    if (config.publicUrl === '') throw new UserError('Set PUBLIC_URL first: other installations send messages to it.')
    const own = installationUrl(config.publicUrl)
    if (url === own) throw new UserError('This is the address of this installation.')
    await savePeer(database, sealer(...secret.keys('sealed-records')), { url, key })
    console.log(`${url} is listed. Run at the other installation:`)
    console.log(`guildhall peer add ${own} --key ${key}`)
  })

const list = (): Promise<void> =>
  withSession(async ({ installation }: Session) => {
    const peers = await openPeers(installation.database, sealer(...installation.secret.keys('sealed-records'))).list()
    for (const { url } of peers) console.log(url)
    if (peers.length === 0) console.error('No installation is listed. See: guildhall peer add --help')
  })

const remove = (url: string): Promise<void> =>
  withSession(async ({ installation: { database } }) => {
    if (!(await removePeer(database, url))) throw new UserError(`${url} is not listed. See: guildhall peer list`)
    console.log(`${url} is no longer listed.`)
  })

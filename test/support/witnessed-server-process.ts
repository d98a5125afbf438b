// A server in a separate process, to be killed: everything as in production, with one more subscriber, which adds
// an activity to the contact for each event that it gets.
import { subscribers } from '#areas/index'
import { readConfig } from '#kernel/config/config'
import { createLogger } from '#kernel/logging/logger'
import type { Subscriber } from '#kernel/outbox/subscriber'
import { openInstallation } from '#src/installation/installation'
import { startServer } from '#src/server'

const witness: Subscriber = {
  name: 'witness',
  kinds: ['contact.*'],
  handle: async (_scope, tx, event) => {
    await tx.contactActivity.create({
      data: {
        tenantId: event.tenantId,
        contactId: event.entityId,
        activityDate: event.occurredAt,
        typeId: 1,
        description: `event ${event.id}`,
        createdBy: 'system',
      },
    })
  },
}

const config = readConfig(process.env)
const log = createLogger(config.logLevel)
const server = await startServer(await openInstallation(config, log), log, { listeners: [...subscribers, witness] })
server.open()
process.send?.({ address: server.address })

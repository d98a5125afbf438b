import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { helpEvents } from './help.events.ts'
import { presentComment, presentForEditing } from './help.presenter.ts'
import { getComment, getOwnTopic, topicOf } from './help.queries.ts'
import { help } from './help.routes.ts'

export const helpArea: Area = {
  routes: [help],
  events: kinds('help', {
    [helpEvents.created]: 'Help topic created',
    [helpEvents.updated]: 'Help topic updated',
    [helpEvents.deleted]: 'Help topic back to the shared one',
    [helpEvents.commentCreated]: 'Remark on a help topic made',
    [helpEvents.commentDeleted]: 'Remark on a help topic deleted',
  }),
  shapes: {
    helptopic: presented('help:read', async (scope, id) => {
      const topic = topicOf(await getOwnTopic(scope, id))
      return presentForEditing(topic, topic.screenKey)
    }),
    helpcomment: presented('help:read', async (scope, id) => presentComment(await getComment(scope, id))),
  },
}

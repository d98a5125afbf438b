import type { AreaWalks } from '#test/support/walks/area-walks'
import { PART, UNREFERENCED } from '#test/support/walks/deletions'
import { lastOf, rowOf } from '#test/support/walks/delivered'
import { REPLACED } from '#test/support/walks/growing'
import { fill, type World } from '#test/support/walks/world'

const describeScreen = async (world: World, url: string) => {
  const ids = await world.idsFor(url)
  return { url: fill(url, ids), id: await lastOf(world, 'helptopic') }
}

const commentScreen = async (world: World, url: string) => {
  const ids = await world.idsFor(url)
  await world.post('/api/help/contacts/comments', { Text: 'Good' })
  return { url: fill(url, ids), id: await lastOf(world, 'helpcomment') }
}

export const walks: AreaWalks = {
  tables: {
    commentid: 'help_comment',
  },
  recipes: [
    [
      ':screenkey',
      async (world) => {
        await world.post('/api/help/contacts', { Title: 'Contact list' })
        return 'contacts'
      },
    ],
  ],
  bounds: {
    'saveHelpTopic FieldHelpText': REPLACED,
    'saveHelpTopic RelatedLinks': REPLACED,
    'saveHelpTopic RelatedTopics': REPLACED,
  },
  otherDeletions: {
    deleteHelpComment: PART,
    deleteHelpTopic: UNREFERENCED,
  },
  delivered: {
    helptopic: { create: describeScreen },
    helpcomment: {
      operation: 'getHelpTopic',
      part: ({ Comments }, id) => rowOf('Id')(Comments, id),
      create: commentScreen,
    },
  },
}

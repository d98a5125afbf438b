/** The guide for integrators and the glossary, as resources: one for each section, because the whole is too long. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anchorOf } from '../home/guide.ts'
import { packageRoot } from '../installation/migrations/package-root.ts'

/** A section of a guide. */
export interface GuideSection {
  uri: string
  name: string
  title: string
  text: string
}

const GUIDES = { integrators: 'Guide for integrators', glossary: 'Glossary' } as const

let loaded: Promise<ReadonlyMap<string, GuideSection>> | undefined

/** The sections of all guides, by their URI. */
export const listGuides = (): Promise<ReadonlyMap<string, GuideSection>> => {
  loaded ??= loadGuides().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

const loadGuides = async (): Promise<ReadonlyMap<string, GuideSection>> => {
  const guides = await Promise.all(
    Object.entries(GUIDES).map(async ([name, title]) =>
      sectionsOf(name, title, await readFile(join(packageRoot(), 'docs', `${name}.md`), 'utf8')),
    ),
  )
  return new Map(guides.flat().map((section) => [section.uri, section]))
}

const sectionsOf = (guide: string, title: string, markdown: string): GuideSection[] =>
  markdown
    .split(/^(?=## )/m)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const heading = /^## (.+)$/m.exec(text)?.[1] ?? 'Introduction'
      const name = `${guide}/${anchorOf(heading)}`
      return { uri: `guildhall://guides/${name}`, name, title: `${title}: ${heading}`, text }
    })

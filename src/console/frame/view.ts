import type { Html } from '#services/pages/html'

/** A step from the overview to a page. */
export interface Crumb {
  name: string
  /** The path after the organization. */
  path: string
}

/** What a page shows inside the frame. */
export interface View {
  title: string
  content: Html
  /** A sentence under the title. */
  lead?: Html | string
  /** The pages above this one, below the overview. */
  crumbs?: readonly Crumb[]
  /** Buttons and links at the title. */
  actions?: Html
  status?: number
  /** Reloads the page after as many seconds. */
  refreshSeconds?: number
}

/** The result of a form: where the user continues, and what happened. */
export interface Outcome {
  /** The path after the organization. */
  path: string
  notice: string
}

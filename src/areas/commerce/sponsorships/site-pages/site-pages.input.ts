import type { SitePageInput } from '#contract/commerce/sites'
import { badInputs, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { SitePage } from '#prisma/client'

/** What a request says about a page. */
export type ParsedPage = Pick<SitePage, 'siteId' | 'moduleId' | 'title' | 'path'>

/** Parses a page. A field that is left out keeps its value. @throws 400 naming the fields, 422 for another site. */
export const parseSitePage = (input: SitePageInput, current: SitePage | null): ParsedPage => {
  const title = input.Title === undefined ? current?.title : oneLine(input.Title ?? '')
  const path = input.RelativePath ?? current?.path
  const siteId = input.SiteId ?? current?.siteId
  const moduleId = input.SiteModuleTypeId ? Number(input.SiteModuleTypeId) : current?.moduleId
  if (!title || !path || !siteId || !moduleId)
    throw badInputs(
      Object.entries({ Title: title, RelativePath: path, SiteId: siteId, SiteModuleTypeId: moduleId }).flatMap(
        ([name, value]): FieldFault[] =>
          value
            ? []
            : [
                {
                  pointer: `/${name}`,
                  message: name === 'Title' ? 'is required and must not be blank' : 'is required',
                },
              ],
      ),
    )
  if (current && siteId !== current.siteId)
    throw ruleRefused('advertising-rule', 'A page cannot move to another site.', [
      { pointer: '/SiteId', message: 'must be the site of the page' },
    ])
  return { siteId, moduleId, title, path }
}

/** The line with a link behind a bulk message: for a new campaign, and as each of its recipients gets it. */
export { footerFor, newFooter, stopLinkIn } from './link.ts'
export { footerOf, linkSettingRoutes } from './link-setting.ts'
/** Where such a link leads, and whose it is. */
export { placeOfLink } from './use-link.ts'
export { serveLinkPage } from './page.ts'

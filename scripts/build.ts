import { buildServer } from '#server/built.mjs'
import { buildWebPage } from '#server/web-build.ts'

/** Builds what `npm start` and the worker would build at their first start: for an image, or a checkout that nobody may write. */
await Promise.all([buildServer(), buildWebPage()])

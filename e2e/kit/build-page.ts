import { buildWebPage } from '#server/web-build.ts'

/** Before the first `npm start`: two that start together would both build it. */
export default async function buildPage(): Promise<void> {
  await buildWebPage()
}

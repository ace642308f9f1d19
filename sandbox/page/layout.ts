import type { Fault } from '../faults/faults.ts'
import type { Tab } from './stand-in.ts'
import { html, type Html } from './html.ts'
import { counted, icon } from './words.ts'

type Page = { title: string; body: Html; /** Seconds between two loads of the page by itself. */ refresh?: number }

/** The document around every page. */
export function document({ title, body, refresh }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${refresh ? html`<meta http-equiv="refresh" content="${refresh}" />` : null}
        <title>${title}</title>
        <link rel="stylesheet" href="/sandbox.css" />
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/">${MARK}<b>Narthex sandbox</b></a>
        </header>
        <main>${body}</main>
      </body>
    </html> `.toString()
}

/** The start page: what this is, what goes wrong on purpose, and what arrived in the chosen tab. */
export function overview(tabs: readonly Tab[], chosen: Tab, faults: readonly Fault[], now: Date): Html {
  return html`<div class="pagehead">
      <h1>Sent messages and payments</h1>
      <p>
        This server stands in for the SMS gateway, the mail server, the payment providers and the push service of a
        browser, so nothing here left this machine and no money
        moved.${chosen.count ? ' The page refreshes itself.' : null}
      </p>
    </div>
    ${faults.length > 0 ? faultNote(faults) : null}
    <nav class="tabs" aria-label="Sandbox">${tabs.map((tab) => tabLink(tab, tab === chosen))}</nav>
    ${chosen.render(now)}`
}

const tabLink = (tab: Tab, isChosen: boolean): Html =>
  html`<a href="/?show=${tab.show}" ${isChosen ? html` aria-current="page"` : null}
    >${tab.label} ${tab.count ? html`<span class="n num">${counted(tab.count())}</span>` : null}</a
  >`

const faultNote = (faults: readonly Fault[]): Html =>
  html`<section class="note warn" aria-labelledby="faults">
    ${icon('warn')}
    <div>
      <h2 id="faults">Simulated faults</h2>
      <ul>
        ${faults.map((fault) => html`<li><code>${fault.target}: ${fault.mode}</code> ${fault.does}, ${timesInWords(fault.times)}</li>`)}
      </ul>
    </div>
  </section>`

const timesInWords = (times: number): string => (times === 1 ? 'the next time' : `the next ${counted(times)} times`)

type Empty = { title: string; hint: string }

/** What a tab shows while nothing has arrived. */
export const empty = ({ title, hint }: Empty): Html =>
  html`<div class="empty">
    <svg viewBox="0 0 96 88" aria-hidden="true">
      <path class="lamp" d="M34 78V44a14 14 0 0 1 28 0v34z" />
      <path class="line" d="M10 78h76M20 78V40a28 28 0 0 1 56 0v38M34 78V44a14 14 0 0 1 28 0v34" />
    </svg>
    <h2 class="serif">${title}</h2>
    <p>${hint}</p>
  </div>`

const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <path class="door" d="M3 30V15a13 13 0 0 1 26 0v15h-6V15.500a7 7 0 0 0-14 0V30z" />
  <path class="light" d="M12 30V16a4 4 0 0 1 8 0v14z" />
</svg>`

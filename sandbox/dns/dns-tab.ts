import { html, type Html } from '../page/html.ts'
import type { Tab } from '../page/stand-in.ts'
import type { Lines } from './lines.ts'
import { lineTypes, type Line } from './message.ts'

/** Where whoever tries the demo adds the lines that a church's email domain needs. */
export const dnsTab = (lines: Lines): Tab => ({
  show: 'dns',
  label: 'DNS',
  render: () => html`${form()}${list(lines.all())}`,
})

const form = (): Html =>
  html`<section class="card clock" aria-labelledby="dns">
    <div>
      <h2 id="dns">DNS of any domain</h2>
      <p class="muted">
        A church’s email domain is proved by lines in the DNS. Add here what Narthex shows under Settings, Email domain;
        the demo asks this DNS and no other.
      </p>
    </div>
    <form method="post" action="/dns" class="jumpto">
      <label for="type">Type</label>
      <div class="field">
        <select id="type" name="type">
          ${lineTypes.map((type) => html`<option>${type}</option>`)}
        </select>
      </div>
      <label for="name">Name</label>
      <div class="field"><input id="name" name="name" required autocomplete="off" spellcheck="false" /></div>
      <label for="value">Value</label>
      <div class="field"><input id="value" name="value" required autocomplete="off" spellcheck="false" /></div>
      <button class="button primary" name="act" value="add">Add line</button>
    </form>
  </section>`

const list = (lines: readonly Line[]): Html =>
  lines.length === 0
    ? html`<p class="muted">No lines yet.</p>`
    : html`<ul class="card list">
        ${lines.map(row)}
      </ul>`

const row = ({ name, type, value }: Line): Html =>
  html`<li class="mail">
    <div class="who"><b class="clip">${name}</b><span class="muted small">${type}</span></div>
    <div class="text"><code>${value}</code></div>
    <form class="state" method="post" action="/dns">
      <input type="hidden" name="name" value="${name}" /><input type="hidden" name="type" value="${type}" />
      <input type="hidden" name="value" value="${value}" />
      <button class="button" name="act" value="remove">Remove</button>
    </form>
  </li>`

import { PLAIN_STYLE } from '../../platform/plain-pages/index.ts'

/** How the form looks, beside what every plain page has. Both files stay on the phone for a day. */
export const FORM_STYLE = `${PLAIN_STYLE}:root{--bad:#a3262a;--bad-tint:#fdeceb;--ok:#1d6b45;--warn-tint:#fdf1d6;--link:#6f2a5d;--tint:#f6edf3}
@media (prefers-color-scheme:dark){:root{--bad:#f2a19b;--bad-tint:#3a1f20;--ok:#7fc9a3;--warn-tint:#3a2f17;--link:#dca6cd;--tint:#33232e}}
main{position:relative}nav{position:absolute;inset-block-start:22px;inset-inline-end:16px;display:flex;font-size:.9375rem}
nav>*{padding:10px 8px;min-height:44px}nav span{font-weight:600}a{color:var(--link)}
form{display:grid;grid-template-columns:minmax(0,1fr);gap:16px;margin-top:20px}
.field{display:grid;gap:6px}label,legend,h2{font-weight:600;font-size:1rem}
input:not([type=checkbox]){width:100%;min-height:3rem;padding:8px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:inherit;font:inherit}
input[aria-invalid]{border:2px solid var(--bad)}input:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.hint{margin:0;font-size:.875rem;line-height:1.25rem}.hint .bad{display:block;font-weight:500;color:var(--bad)}
.thanks{text-align:center}.light{fill:var(--lamp);opacity:.35}.frame{fill:none;stroke:var(--link);stroke-width:1.75;stroke-linecap:round}
.agree{display:flex;gap:12px;padding:12px;border:1px solid var(--line);border-radius:8px;font-weight:400;cursor:pointer}
.agree input{flex:none;width:24px;height:24px;margin:0;accent-color:var(--accent)}.agree span{overflow-wrap:anywhere;min-width:0}.agree small{display:block;color:var(--text-2);font-size:.875rem;line-height:1.25rem}
.trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
form button{margin-top:4px}.note{display:grid;gap:4px;margin-top:20px;padding:12px 16px;border-radius:8px;background:var(--warn-tint)}
form .note{margin-top:0}.note.bad{background:var(--bad-tint)}.note.bad,.note.bad a{color:var(--bad)}.note[hidden]{display:none}
details{margin-top:20px;color:var(--text-2);font-size:.875rem}summary{cursor:pointer;padding:10px 0;list-style:none}summary span{color:var(--link);text-decoration:underline}summary::-webkit-details-marker{display:none}
.more{margin-top:24px;padding-top:20px;border-top:1px solid var(--line)}h2{margin:0 0 4px}
fieldset{margin:0;padding:0;border:0;min-width:0}legend{display:flex;gap:12px;width:100%;padding:0 0 8px}
.saved{margin-inline-start:auto;white-space:nowrap;color:var(--ok);font-size:.875rem;font-weight:600}.saved::before{content:"✓ "}
.set{display:grid;grid-template-columns:1fr 1fr;gap:8px}.set button{margin:0;padding:8px 12px;font-weight:500;text-align:start;overflow-wrap:anywhere}.set button:last-child:nth-child(odd){grid-column:1/-1}
button[aria-pressed=true]{border:2px solid var(--accent);background:var(--tint);font-weight:600}
a.button{display:grid;place-items:center;min-height:3rem;margin-top:12px;padding:8px 20px;border:1px solid var(--edge);border-radius:8px;color:inherit;font-weight:600;text-decoration:none}
`

/**
 * Works without it. With it, what is sent without a connection stays on the page, and a second press waits for the first. A page
 * that comes back is as it was.
 */
export const FORM_SCRIPT = `addEventListener('submit',function(e){var f=e.target,n=document.getElementById('offline');
if(n)n.hidden=navigator.onLine;
if(!navigator.onLine||f.dataset.sent){e.preventDefault();return}
f.dataset.sent='1';setTimeout(function(){delete f.dataset.sent},8000)});
addEventListener('pageshow',function(){document.querySelectorAll('form').forEach(function(f){delete f.dataset.sent})});
`

type Page = {
  language: string
  /** Of the language's script. */
  direction?: 'ltr' | 'rtl'
  /** Of the tab. */
  title: string
  /** HTML. */
  body: string
  /** Addresses of its style sheet and, where it has one, of its script. */
  style: string
  script?: string
}

const MARK =
  '<svg class="mark" viewBox="0 0 32 32" width="40" height="40" aria-hidden="true"><path class="door" d="M3 30V15a13 13 0 0 1 26 0v15h-6V15.500a7 7 0 0 0-14 0V30z"/><path class="lamp" d="M12 30V16a4 4 0 0 1 8 0v14z"/></svg>'

/** A whole page with our mark over its one column. */
export const plainPage = ({ language, direction = 'ltr', title, body, style, script }: Page): string => `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${style}">${script ? `<script src="${script}" defer></script>` : ''}</head>
<body><main>${MARK}
${body}
</main></body></html>`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it may stand in HTML, in an attribute too. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

/** Colours, column, headings, paragraphs and buttons of such pages. */
export const PLAIN_STYLE = `:root{color-scheme:light dark;--bg:#faf8f6;--surface:#fff;--line:#e5dfdb;--edge:#8e837f;--text:#241c21;--text-2:#63585e;--accent:#6f2a5d;--press:#58204a;--lamp:#e0a030}
@media (prefers-color-scheme:dark){:root{--bg:#171416;--surface:#1f1b1e;--line:#383136;--edge:#83787e;--text:#f3eef0;--text-2:#bdb2b8;--accent:#a04e89;--press:#8e4379;--lamp:#e8b04a}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}
main{width:100%;max-width:26rem;padding:24px 20px;border:1px solid var(--line);border-radius:16px;background:var(--surface)}
.mark{display:block;margin:0 0 16px}.door{fill:var(--accent)}.lamp{fill:var(--lamp)}
h1{margin:0 0 12px;font:600 1.375rem/1.875rem 'Noto Serif',Georgia,serif;overflow-wrap:anywhere}
p{margin:0 0 12px;color:var(--text-2);overflow-wrap:anywhere}
button{width:100%;min-height:3rem;margin-top:8px;padding:8px 20px;border:1px solid var(--edge);border-radius:8px;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button.main{border-color:transparent;background:var(--accent);color:#fff}button.main:hover{background:var(--press)}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`

/**
 * The look of the elements, in the same variables as `components.css`. Parts can
 * be styled from outside: `card`, `actions`, `allow`, `deny`, `field`.
 */
export const STYLE = `
:host { display: block; color-scheme: inherit }
:host([hidden]) { display: none }
* { box-sizing: border-box }
section {
  --ground: var(--countersign-ground, light-dark(#fff, #1b201e));
  --sunken: var(--countersign-sunken, light-dark(#f5f6f3, #141817));
  --line: var(--countersign-line, light-dark(#dcded7, #39423f));
  --control: var(--countersign-control-line, light-dark(#7d8782, #77827d));
  --text: var(--countersign-text, light-dark(#1c211f, #e9edea));
  --muted: var(--countersign-muted, light-dark(#59625e, #a3aea9));
  --accent: var(--countersign-accent, light-dark(#0b6256, #5cc9b5));
  --on-accent: var(--countersign-on-accent, light-dark(#fff, #06251f));
  --bad: var(--countersign-bad, light-dark(#a8211a, #ff9a91));
  --wait-soft: var(--countersign-wait-soft, light-dark(#fdf1dc, #37290f));
  display: grid; gap: .75rem; padding: 1rem; border: 1px solid var(--line);
  border-radius: var(--countersign-radius, .625rem); background: var(--ground); color: var(--text);
  font: var(--countersign-font, 1rem / 1.5 system-ui, sans-serif);
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
h3, p, dl, dd, pre, fieldset, ul { margin: 0 }
h3 { font-size: 1.05em }
.muted, dt, small { color: var(--muted); font-size: .9em }
.error { color: var(--bad) }
.caution { padding: .5rem .75rem; background: var(--wait-soft); border-radius: .4rem }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
.value { display: grid; gap: .5rem }
pre { max-block-size: 20rem; overflow: auto; padding: .5rem .75rem; background: var(--sunken); border-radius: .4rem;
  white-space: pre-wrap; overflow-wrap: anywhere; font: .875em / 1.5 ui-monospace, Menlo, Consolas, monospace }
mark { padding: 0 .2em; border-radius: .2em; background: var(--bad); color: var(--ground); font-size: .85em }
button, input, textarea { min-block-size: 2.25rem; padding: .35rem .75rem; border: 1px solid var(--control);
  border-radius: .4rem; background: transparent; color: inherit; font: inherit }
input, textarea { inline-size: 100%; background: var(--sunken) }
input[type=checkbox], input[type=radio] { inline-size: auto; min-block-size: 1.25rem; accent-color: var(--accent) }
textarea { resize: vertical }
button { cursor: pointer }
button[part=allow], button[part=submit] { border-color: transparent; background: var(--accent); color: var(--on-accent) }
button[part=deny] { border-color: var(--bad); color: var(--bad) }
button[aria-disabled=true] { cursor: default; opacity: .6 }
form { display: grid; gap: .75rem }
fieldset { display: grid; gap: .35rem; min-inline-size: 0; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .4rem }
.field { display: grid; gap: .25rem }
.option { display: flex; gap: .5rem; align-items: baseline }
.option small { display: block }
details > form { margin-block-start: .5rem }
strong { overflow-wrap: anywhere }
code { overflow-wrap: anywhere }
`;

/** The colours of web/src/styles/tokens.css: the page does not need the stylesheet, which could be missing too. */
export const STATUS_STYLES = `
:root{color-scheme:dark;--bg:oklch(0.168 0.025 276);--surface:oklch(0.208 0.032 275);--line:oklch(0.33 0.045 273);--text:oklch(0.962 0.014 85);--soft:oklch(0.82 0.02 85);--works:oklch(0.79 0.13 159);--fails:oklch(0.775 0.13 21);--unknown:oklch(0.82 0.14 76);--focus:oklch(0.781 0.154 72)}
[data-theme="light"]{color-scheme:light;--bg:oklch(0.962 0.014 85);--surface:oklch(0.982 0.009 85);--line:oklch(0.87 0.022 82);--text:oklch(0.2 0.035 275);--soft:oklch(0.38 0.03 275);--works:oklch(0.43 0.09 159);--fails:oklch(0.47 0.18 24);--unknown:oklch(0.45 0.09 65);--focus:oklch(0.45 0.09 65)}
@media (prefers-color-scheme:light){[data-theme="system"]{color-scheme:light;--bg:oklch(0.962 0.014 85);--surface:oklch(0.982 0.009 85);--line:oklch(0.87 0.022 82);--text:oklch(0.2 0.035 275);--soft:oklch(0.38 0.03 275);--works:oklch(0.43 0.09 159);--fails:oklch(0.47 0.18 24);--unknown:oklch(0.45 0.09 65);--focus:oklch(0.45 0.09 65)}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.5 "Instrument Sans Variable","Instrument Sans",system-ui,sans-serif}
header,main,footer{width:min(100% - 2rem,52rem);margin-inline:auto}
header{padding-block:1.25rem;border-bottom:1px solid var(--line)}
header a{font-size:1.5rem;font-weight:800;letter-spacing:-.02em;text-decoration:none}
main{padding-block:2.5rem}
h1{margin:0;font-size:clamp(1.9rem,5vw,3rem);line-height:1.1;letter-spacing:-.02em}
h2{margin:2.5rem 0 .75rem;font-size:1.3rem}
a{color:inherit;display:inline-block;padding-block:.6rem}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
.summary{margin:1rem 0 0;font-size:1.2rem;font-weight:600}
.works{color:var(--works)}.fails{color:var(--fails)}.unknown{color:var(--unknown)}
.parts{margin:0;padding:0;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:12px}
.parts li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;padding:.9rem 1.1rem}
.parts li+li{border-top:1px solid var(--line)}
.state{font-weight:600}.state::before{content:"";display:inline-block;width:.65em;height:.65em;margin-inline-end:.5em;border-radius:50%;background:currentColor}
.state.fails::before{border-radius:2px}.state.unknown::before{background:none;border:2px solid}
small{font-weight:400;color:var(--soft)}
table{width:100%;border-collapse:collapse;background:var(--surface);border:1px solid var(--line);border-radius:12px}
th,td{padding:.7rem 1.1rem;text-align:start;vertical-align:top}
tbody tr{border-top:1px solid var(--line)}
thead th{color:var(--soft);font-weight:600}
.checked,footer{color:var(--soft)}
.checked{margin-top:2.5rem}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;padding-block:1.25rem 3rem;border-top:1px solid var(--line)}
footer p{margin:0}
footer a,footer span{margin-inline-end:1rem}
[aria-current]{display:inline-block;padding-block:.6rem;font-weight:700;color:var(--text)}
@media (max-width:40rem){table,tbody,tr,td,tbody th{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tbody tr{padding:.7rem 1.1rem}tbody tr:first-child{border-top:0}tbody th,td{padding:.1rem 0}td::before{content:attr(data-name) " ";color:var(--soft)}}
@media (min-width:100rem){html{font-size:1.15rem}}
`;

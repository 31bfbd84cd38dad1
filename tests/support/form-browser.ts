/** A browser without scripts: it keeps cookies, sends forms, and does not follow redirects. */
export class FormBrowser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = { 'accept-language': 'en', accept: 'text/html', ...headers };
  }

  get(path: string): Promise<Response> {
    return this.#send(path, {});
  }

  /** As a page of ours does, unless other headers are given. */
  post(
    path: string,
    form: Record<string, string> = {},
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<Response> {
    return this.#send(path, { method: 'POST', headers, body: new URLSearchParams(form) });
  }

  async #send(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.#headers, ...(cookie && { cookie }), ...init.headers };
    const answer = await fetch(this.#url + path, { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) this.#store(set);
    return answer;
  }

  #store(set: string): void {
    const [pair = '', ...attributes] = set.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

// Draws the charts of the overview, tells when the campaign does not answer, and copies the
// command on the page of a bug. Everything else on the page works without this file.
(() => {
  "use strict";

  const period = 2000; // milliseconds, as the parts that htmx renews
  const height = 180;
  const charts = new Map(); // key of the series: its uPlot

  function color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  // Seconds as people say them; uPlot asks for the ticks of the axis together.
  function clock(s) {
    const two = (n) => String(Math.floor(n)).padStart(2, "0");
    if (s < 3600) return `${Math.floor(s / 60)}:${two(s % 60)}`;
    return `${Math.floor(s / 3600)}:${two((s / 60) % 60)}:${two(s % 60)}`;
  }

  function short(v) {
    return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 }).format(v);
  }

  function exact(box, v) {
    return box.dataset.unit === "%" ? v.toFixed(v < 1 ? 3 : 1) + " %" : Math.round(v).toLocaleString("en");
  }

  // The caption has the latest value, or the one under the cursor.
  function caption(box, when, v) {
    const of = box.parentElement.querySelector(".latest");
    of.querySelector("span").textContent = when;
    of.querySelector("b").textContent = v === null || v === undefined ? "–" : exact(box, v);
  }

  function latest(box, y) {
    caption(box, "latest", y[y.length - 1]);
  }

  function make(box, data) {
    const unit = box.dataset.unit === "%" ? " %" : "";
    const axis = {
      stroke: color("--dim"),
      font: "12px system-ui, sans-serif",
      grid: { stroke: color("--line"), width: 1 },
      ticks: { stroke: color("--line"), width: 1 },
    };
    return new uPlot({
      width: box.clientWidth,
      height,
      padding: [8, 24, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: {
        setCursor: [(u) => {
          const n = u.cursor.idx;
          if (n === null || n === undefined) latest(box, u.data[1]);
          else caption(box, "at " + clock(u.data[0][n]), u.data[1][n]);
        }],
      },
      scales: {
        x: { time: false },
        y: { range: (_, min, max) => [Math.min(0, min ?? 0), max > 0 ? max * 1.05 : 1] },
      },
      axes: [
        { ...axis, values: (_, ticks) => ticks.map(clock), space: 70, size: 30,
          incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400] },
        { ...axis, size: 60, values: (_, ticks) => ticks.map((v) => short(v) + unit) },
      ],
      series: [
        {},
        { stroke: color("--accent"), fill: color("--accent-soft"), width: 2, points: { show: false }, spanGaps: true },
      ],
    }, data, box);
  }

  function draw(series) {
    for (const box of document.querySelectorAll(".chart")) {
      const y = series[box.dataset.key];
      box.classList.toggle("empty", !y || y.length < 2);
      if (!y || y.length < 2) continue;
      const data = [series.seconds, y];
      if (charts.has(box.dataset.key)) charts.get(box.dataset.key).setData(data);
      else charts.set(box.dataset.key, make(box, data));
      const under = charts.get(box.dataset.key).cursor.idx;
      if (under === null || under === undefined) latest(box, y);
    }
  }

  // A status that is set again is read aloud again.
  function say(state, text) {
    state.hidden = false;
    if (state.textContent !== text) state.textContent = text;
  }

  // The filter is part of the address, so that what is seen can be shared and found again.
  function sharing(filter) {
    filter.addEventListener("input", () => {
      const address = new URL(location.href);
      if (filter.value) address.searchParams.set("q", filter.value);
      else address.searchParams.delete("q");
      history.replaceState(null, "", address);
    });
  }

  async function refresh() {
    const lost = document.getElementById("lost");
    try {
      const answer = await fetch("/series.json");
      if (!answer.ok) throw new Error(answer.statusText);
      draw(await answer.json());
      lost.hidden = true;
    } catch (e) {
      const again = document.getElementById("state").dataset.again;
      say(lost, "no answer from the server: the run has ended or was stopped, and this is the last that was known." + (again ? " To continue: " + again : ""));
    }
    document.getElementById("state").hidden = !lost.hidden;
    setTimeout(refresh, period);
  }

  function start() {
    refresh();
    const size = new ResizeObserver((entries) => {
      for (const e of entries) {
        charts.get(e.target.dataset.key)?.setSize({ width: e.target.clientWidth, height });
      }
    });
    for (const box of document.querySelectorAll(".chart")) size.observe(box);
    // The canvas has the colours of the time when it was made.
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      for (const box of document.querySelectorAll(".chart")) {
        const old = charts.get(box.dataset.key);
        if (!old) continue;
        const data = old.data;
        old.destroy();
        charts.set(box.dataset.key, make(box, data));
      }
    });
  }

  function copying(button) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      const state = document.getElementById("state");
      try {
        await navigator.clipboard.writeText(source.textContent);
        button.textContent = "Copied";
        state.textContent = "Copied to the clipboard.";
      } catch (e) {
        getSelection().selectAllChildren(source);
        state.textContent = "The browser does not let this page copy; the text is selected.";
      }
      setTimeout(() => { button.textContent = "Copy"; state.textContent = ""; }, 2000);
    });
  }

  if (document.getElementById("lost")) start();
  if (document.getElementById("filter")) sharing(document.getElementById("filter"));
  for (const b of document.querySelectorAll("button[data-copy]")) copying(b);
})();

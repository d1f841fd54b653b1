// The menu on small screens, and search without a server: the index is a script, loaded when somebody begins to search.
(function () {
    "use strict";
    const box = document.getElementById("search"), found = document.getElementById("found");
    const SHOWN = 15;

    function load() {
        box.removeEventListener("focus", load);
        const script = document.createElement("script");
        script.src = box.dataset.index;
        script.onload = search;
        document.head.appendChild(script);
    }

    // Higher for words in the heading, highest when the heading begins with the words; 0: a word is missing.
    function score(section, words) {
        const heading = section.heading.toLowerCase(), text = section.text.toLowerCase();
        if (heading.startsWith(words.join(" ")))
            return 1000 - heading.length;
        let sum = 0;
        for (const word of words) {
            if (heading.includes(word))
                sum += 100;
            else if (text.includes(word))
                sum += 1;
            else
                return 0;
        }
        return sum;
    }

    function entry(section) {
        const item = document.createElement("li"), link = document.createElement("a"), page = document.createElement("small");
        link.href = box.dataset.root + section.url;
        link.textContent = section.heading;
        page.textContent = section.page === section.heading ? "" : section.page;
        link.appendChild(page);
        item.appendChild(link);
        return item;
    }

    function search() {
        const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
        const hits = !words.length || !window.searchIndex ? [] : window.searchIndex
            .map(section => ({section, score: score(section, words)})).filter(hit => hit.score > 0)
            .sort((a, b) => b.score - a.score).slice(0, SHOWN);
        found.replaceChildren(...hits.map(hit => entry(hit.section)));
        found.hidden = !words.length;
        if (words.length && window.searchIndex && !hits.length)
            found.textContent = "Nothing found";
    }

    function toggleMenu() {
        for (const part of document.querySelectorAll("[data-toggle='wy-nav-shift']"))
            part.classList.toggle("shift");
    }

    const menu = document.querySelector(".fa-bars");
    menu.addEventListener("click", toggleMenu);
    menu.addEventListener("keydown", event => {
        if (event.key === "Enter")
            toggleMenu();
    });

    box.addEventListener("focus", load);
    box.addEventListener("input", search);
    box.addEventListener("keydown", event => {
        const first = found.querySelector("a");
        if (event.key === "Enter" && first)
            first.click();
    });
})();

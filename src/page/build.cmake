# build.cmake: makes the page of belay report, PAGE, from this folder, with NPM, in FOLDER. A registry that is out of
# reach is no failure of the build: there is no page then, and the next build tries again.
file(COPY ${CMAKE_CURRENT_LIST_DIR}/ DESTINATION ${FOLDER})
set(result 0)
set(installed ${FOLDER}/node_modules/.package-lock.json)
if(NOT EXISTS ${installed} OR ${FOLDER}/package-lock.json IS_NEWER_THAN ${installed})
    execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --fetch-retries=1
                    --fetch-retry-mintimeout=1000 --fetch-timeout=60000 WORKING_DIRECTORY ${FOLDER}
                    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
endif()
if(result EQUAL 0)
    execute_process(COMMAND ${NPM} run --silent build -- ${PAGE} WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
else()
    message("npm could not install what the page of belay report is made of; Belay is built without it.\n${output}")
endif()
